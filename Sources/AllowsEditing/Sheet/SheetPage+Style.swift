extension SheetPage {
    /// Pictures that are out of sight are neither laid out nor decoded, so that thousands of them are no burden.
    static let style = """

        :root {
            color-scheme: light dark;
            --ground: #f5f5f4; --card: #fff; --text: #1c1c1e; --quiet: #63636b; --edge: #dcdce0; --box: #e9e9ec;
            --mark: #b45309; --bad: #b3261e; --accent: #0b62d6;
        }
        @media (prefers-color-scheme: dark) {
            :root {
                --ground: #141416; --card: #1f1f23; --text: #ececf0; --quiet: #a2a2ad; --edge: #36363d; --box: #2b2b31;
                --mark: #f0b35e; --bad: #ff8a80; --accent: #7ab5ff;
            }
        }
        * { box-sizing: border-box; }
        body {
            margin: 0; background: var(--ground); color: var(--text);
            font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
        }
        header {
            position: sticky; top: 0; z-index: 1; padding: 12px 20px; background: var(--ground);
            border-bottom: 1px solid var(--edge);
        }
        h1 { margin: 0; font-size: 18px; overflow-wrap: anywhere; }
        form { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; margin-top: 8px; }
        form[hidden] { display: none; }
        input[type=search], select {
            font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 6px;
            padding: 5px 8px;
        }
        input[type=search] { flex: 1 1 200px; max-width: 360px; }
        input[type=radio], input[type=checkbox] { accent-color: var(--accent); margin: 0 5px 0 0; vertical-align: -1px; }
        fieldset { display: flex; gap: 14px; border: 0; margin: 0; padding: 0; }
        legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        output, .quiet, small, footer { color: var(--quiet); }
        output { margin-left: auto; font-variant-numeric: tabular-nums; }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
        #pictures {
            display: grid; grid-template-columns: repeat(auto-fill, minmax(min(320px, 100%), 1fr)); gap: 16px;
            list-style: none; margin: 0; padding: 20px;
        }
        #pictures > li {
            background: var(--card); border: 1px solid var(--edge); border-radius: 10px; padding: 12px; min-width: 0;
            content-visibility: auto; contain-intrinsic-size: auto 300px;
        }
        .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin-bottom: 8px; }
        figure {
            position: relative; margin: 0; aspect-ratio: 1; border-radius: 6px; overflow: hidden; background: var(--box);
        }
        figure > * { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; }
        .none { fill: var(--edge); }
        .shade { fill: #000; fill-opacity: .45; fill-rule: evenodd; }
        .crop, .edge { fill: none; stroke: #fff; stroke-width: 2px; vector-effect: non-scaling-stroke; }
        .edge { stroke: #000; stroke-width: 4px; stroke-opacity: .4; }
        h2 { margin: 0; font-size: 14px; overflow-wrap: anywhere; }
        h2 small { display: block; font-weight: normal; font-size: 12px; }
        p { margin: 2px 0 0; overflow-wrap: anywhere; }
        .quiet { font-size: 12px; }
        .finding {
            display: inline-block; margin: 4px 6px 0 0; padding: 0 7px; border: 1px solid currentcolor;
            border-radius: 9px; color: var(--mark); font-size: 12px;
        }
        .error { color: var(--bad); }
        #pictures > li:is([data-status=failed], [data-status=skipped]) { align-self: start; }
        #pictures > li[data-status=failed] { border-color: var(--bad); }
        #nothing, footer { margin: 0; padding: 0 20px 20px; }

        """
}
