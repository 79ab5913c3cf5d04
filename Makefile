# The commands of the project. `make run` is the quickest way to see it work.

APT_PACKAGES = libjpeg-dev libpng-dev libwebp-dev libdeflate-dev liblcms2-dev zlib1g-dev pkg-config
APT_TEST_PACKAGES = libjpeg-turbo-progs netpbm webp
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)
RELEASE = swift build -c release --static-swift-stdlib
PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share
SWIFT_SOURCES = Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources
UNDEFINED_TRAPS = -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined
# How long each fuzzer runs.
SECONDS = 1200

.PHONY: run build test test-address test-thread test-consumer soak resume test-machines test-spark fuzz fuzz-smoke bench docs test-browser browser api-check lint format install \
	dependencies test-dependencies fixtures clean

## Builds and turns Fixtures/photos into pairs in out/.
run: build
	.build/release/allows-editing Fixtures/photos -o out -s 512 --existing overwrite

build: dependencies
	$(RELEASE) --product allows-editing

## Runs every test.
test: test-dependencies
	swift test

## The same under the address sanitizer, and with undefined behavior in C ending the program. Without XCTest, which has no test here and leaks a little when it looks for some.
test-address: test-dependencies
	LSAN_OPTIONS=suppressions=$(CURDIR)/.ci/leaks.txt swift test --disable-xctest --sanitize address --scratch-path .build/address -Xswiftc -use-ld=lld $(UNDEFINED_TRAPS)

## 20,000 pictures, a fifth of them broken: memory and descriptors stay flat, and no record is lost.
soak: build
	Tests/soak.py

## 20,000 pictures, killed ten times and resumed: the tree is that of one clean run.
resume: build
	Tests/resume.py

## One batch by several processes, as under xargs, GNU parallel, Slurm and Kubernetes, equals a single run.
test-machines: build
	Tests/machines.sh

## The same on Apache Spark, which needs a Java runtime.
test-spark: build
	python3 -m venv .build/spark && .build/spark/bin/pip install --quiet pyspark
	.build/spark/bin/python Tests/spark.py

## The tests with several workers under the thread sanitizer.
test-thread: test-dependencies
	TSAN_OPTIONS=suppressions=$(CURDIR)/.ci/races.txt swift test --disable-xctest --filter "FolderBatchTests|InstructionSetTests|Picker" --sanitize thread --scratch-path .build/thread -Xswiftc -use-ld=lld

## A package of its own that depends on this one by version and runs the code of the documentation, in debug and in release.
test-consumer: test-dependencies
	Tests/consumer.py

## Coverage-guided fuzzing of everything that reads foreign bytes: see Tests/Fuzzing. `make fuzz SECONDS=60` is shorter.
fuzz: dependencies
	Tests/Fuzzing/run $(SECONDS)

## The same for a minute each, which is enough to see that no fuzzer has fallen asleep.
fuzz-smoke: dependencies
	Tests/Fuzzing/run 60

## Our benchmarks, side by side with the peers that are installed. `Benchmarks/run --install` installs some of them.
bench: build
	Benchmarks/run

## The documentation as a static site in .build/docs: it is complete, and the code in it compiles.
docs: dependencies
	swift build
	Tests/Documentation/build.py

## The public interface is still that of the last version.
api-check: dependencies
	Tests/api-check

## The contact sheet in a real browser without a window.
test-browser: build browser
	Tests/browser.py .build/release/allows-editing

lint:
	swift format lint --strict --recursive --parallel $(SWIFT_SOURCES)

format:
	swift format --in-place --recursive --parallel $(SWIFT_SOURCES)

## The command with its manual page, and what shells complete it by. DESTDIR is put before PREFIX, as for packages.
install: build
	.build/release/allows-editing manual >.build/allows-editing.1
	for shell in bash zsh fish; do .build/release/allows-editing completions $$shell >.build/completions.$$shell || exit 1; done
	install -D -s -m 755 .build/release/allows-editing $(DESTDIR)$(PREFIX)/bin/allows-editing
	install -D -m 644 .build/allows-editing.1 $(SHARE)/man/man1/allows-editing.1
	install -D -m 644 .build/completions.bash $(SHARE)/bash-completion/completions/allows-editing
	install -D -m 644 .build/completions.zsh $(SHARE)/zsh/site-functions/_allows-editing
	install -D -m 644 .build/completions.fish $(SHARE)/fish/vendor_completions.d/allows-editing.fish

## Makes the fixtures anew.
fixtures: test-dependencies
	python3 Fixtures/generate.py

# Nothing is installed where pkg-config finds everything, so that no root is needed there.
dependencies:
	@pkg-config --exists libjpeg libpng libwebp libwebpdemux libwebpmux libdeflate lcms2 zlib 2>/dev/null || $(MAKE) --no-print-directory install-packages PACKAGES="$(APT_PACKAGES)"

# Nothing is installed where one is there.
browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
		|| $(MAKE) --no-print-directory install-packages PACKAGES=chromium

test-dependencies: dependencies
	@{ command -v djpeg && command -v pngtopam && command -v dwebp; } >/dev/null \
		|| $(MAKE) --no-print-directory install-packages PACKAGES="$(APT_TEST_PACKAGES)"

.PHONY: install-packages
install-packages:
	@command -v apt-get >/dev/null || { echo "please install: $(PACKAGES)"; exit 1; }
	$(SUDO) apt-get update -qq
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(PACKAGES)

clean:
	rm -rf .build out Benchmarks/.build Tests/Fuzzing/.build
