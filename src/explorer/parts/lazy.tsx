// A part of the page that is loaded when it is first shown; where that fails, it says so and the rest stays usable.
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { messageOf } from "../../wording/wording.js";
import { Notice } from "./notice.js";

interface LazyProps<P extends object> {
  readonly name: string;
  readonly load: (() => Promise<ComponentType<P>>) | undefined;
  readonly props: P;
}

export function Lazy<P extends object>({ name, load, props }: LazyProps<P>) {
  const loaded = useSignal<{ readonly Part?: ComponentType<P>; readonly failed?: string }>({});
  useEffect(() => {
    load?.().then(
      (Part) => {
        loaded.value = { Part };
      },
      (error: unknown) => {
        loaded.value = { failed: messageOf(error) };
      },
    );
  }, [name]);
  const { Part, failed } = loaded.value;
  if (failed !== undefined)
    return (
      <Notice tone="bad">
        This part of the page could not be loaded ({failed}). The answer itself does not need it; try again
        when the network is back.
      </Notice>
    );
  return Part === undefined ? <p class="loading">Loading…</p> : <Part {...props} />;
}
