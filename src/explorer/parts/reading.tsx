// A curve that is read with a pointer or the arrow keys: a slider under it, as wide as its axis, says the value there, and
// can be put into the form.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface ReadingProps {
  readonly points: readonly number[];
  readonly now: unknown;
  readonly title: string;
  readonly at: (x: number) => string;
  readonly named: (x: number) => string;
  readonly take: (x: number) => void;
  readonly children: ComponentChildren;
}

/** Where the axis of the drawn figure begins and ends, as shares of its width. */
interface Axis {
  readonly from: number;
  readonly to: number;
}

export function Reading({ points, now, title, at, named, take, children }: ReadingProps) {
  const host = useRef<HTMLDivElement>(null);
  const axis = useSignal<Axis>({ from: 0, to: 1 });
  const nearest = (x: number) =>
    points.reduce(
      (best, each, nth) => (Math.abs(each - x) < Math.abs((points[best] ?? 0) - x) ? nth : best),
      0,
    );
  const start = typeof now === "number" ? nearest(now) : 0;
  const place = useSignal<number | undefined>(undefined);
  const here = Math.min(place.value ?? start, points.length - 1);
  const x = points[here] ?? 0;
  const drawn = () => host.current?.querySelector<SVGSVGElement>("svg[data-plot]") ?? undefined;
  // The picture is drawn anew for each width.
  useEffect(() => {
    const measure = () => {
      const svg = drawn();
      const [left = 0, right = 1] = (svg?.dataset.plot ?? "0 1").split(" ").map(Number);
      const width = svg?.viewBox.baseVal.width ?? 1;
      const next = { from: left / width, to: right / width };
      if (next.from !== axis.value.from || next.to !== axis.value.to) axis.value = next;
    };
    measure();
    if (host.current === null) return undefined;
    const observer = new MutationObserver(measure);
    observer.observe(host.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  const follow = (event: PointerEvent) => {
    const box = drawn()?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    const share =
      ((event.clientX - box.left) / box.width - axis.value.from) / (axis.value.to - axis.value.from);
    if (share < 0 || share > 1) return;
    const [low, high] = [points[0] ?? 0, points.at(-1) ?? 1];
    place.value = nearest(low + share * (high - low));
  };
  const svgWidth = drawn()?.getBoundingClientRect().width;
  const isMoved = typeof now !== "number" || x !== now;
  return (
    <div class="reading" ref={host}>
      <div class="read" onPointerMove={follow}>
        {children}
      </div>
      <div class="reader card">
        <label for="reading">
          {title} <output>{`${named(x)}: ${at(x)}`}</output>
        </label>
        <input
          id="reading"
          type="range"
          min={0}
          max={points.length - 1}
          value={here}
          aria-valuetext={`${named(x)}: ${at(x)}`}
          style={
            svgWidth === undefined
              ? {}
              : {
                  marginLeft: `${axis.value.from * svgWidth}px`,
                  width: `${(axis.value.to - axis.value.from) * svgWidth}px`,
                }
          }
          onInput={(event) => {
            place.value = Number(event.currentTarget.value);
          }}
        />
        <p class="row">
          <button type="button" disabled={!isMoved} onClick={() => take(x)}>
            Use {named(x)} in the form
          </button>
        </p>
      </div>
    </div>
  );
}
