// Loads a part of the page when it is first shown. After a failure the rest stays usable, and the load is retried
// when the network returns or on request.
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
  const attempt = () => {
    loaded.value = {};
    load?.().then(
      (Part) => {
        loaded.value = { Part };
      },
      (error: unknown) => {
        loaded.value = { failed: messageOf(error) };
        addEventListener("online", attempt, { once: true });
      },
    );
  };
  useEffect(() => {
    attempt();
    return () => removeEventListener("online", attempt);
  }, [name]);
  const { Part, failed } = loaded.value;
  if (failed !== undefined)
    return (
      <Notice tone="bad">
        <p>This part of the page could not be loaded ({failed}). The answer itself does not need it.</p>
        {/* The address contains all inputs, so a reload loses nothing. */}
        <button type="button" onClick={() => location.reload()}>
          Try again
        </button>
      </Notice>
    );
  return Part === undefined ? <p class="loading">Loading…</p> : <Part {...props} />;
}
