import Foundation

/// Whether this runs under the address or the thread sanitizer, and so does the command.
let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in unsafe dlsym(nil, name) != nil }
