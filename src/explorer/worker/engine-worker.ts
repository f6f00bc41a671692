// The page's web worker: contains the complete engine, reads definitions and explains results.
import { messageOf } from "../../wording/wording.js";
import { draftHere } from "./draft-here.js";
import { explainHere } from "./explain-here.js";
import type { WorkerJob, WorkerMessage, WorkerRequest } from "./messages.js";
import { movesHere, promisesHere } from "./moves-here.js";

function work(job: WorkerJob): Promise<unknown> {
  switch (job.kind) {
    case "explain":
      return explainHere(job);
    case "draft":
      return draftHere(job);
    case "promises":
      return promisesHere(job);
    case "moves":
      return movesHere(job);
  }
}

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<WorkerRequest>) => void) | null;
  postMessage: (told: WorkerMessage) => void;
};

scope.onmessage = ({ data: { id, job } }) => {
  work(job)
    .then((value) => scope.postMessage({ id, value }))
    // A reply that cannot be cloned is an error too.
    .catch((error: unknown) => scope.postMessage({ id, error: messageOf(error) }));
};
