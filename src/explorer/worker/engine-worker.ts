// The worker of the page: holds the whole engine, reads definitions and explains results with the reference evaluator.
import { messageOf } from "../../wording.js";
import { explainHere } from "./explain-here.js";
import type { Asked, Job, Told } from "./messages.js";

function work(job: Job): Promise<unknown> {
  switch (job.kind) {
    case "explain":
      return explainHere(job);
  }
}

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<Asked>) => void) | null;
  postMessage: (told: Told) => void;
};

scope.onmessage = ({ data: { id, job } }) => {
  work(job).then(
    (value) => scope.postMessage({ id, value }),
    (error: unknown) => scope.postMessage({ id, error: messageOf(error) }),
  );
};
