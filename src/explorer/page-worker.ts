// A web worker with numbered requests and replies. It starts at the first request.

type Answer = { readonly id: number } & ({ readonly value: unknown } | { readonly error: string });

export class PageWorker<Message extends Answer | object> {
  private worker: Worker | undefined;
  private count = 0;
  private readonly waiting = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >();

  constructor(
    /** Must be written at the call, so that the bundler finds the worker's file. */
    private readonly start: () => Worker,
    /** Names the feature that fails if the worker cannot load. */
    private readonly part: string,
    /** Receives messages that are no replies. */
    private readonly heard: (message: Exclude<Message, Answer>) => void = () => {},
  ) {}

  ask<T>(request: object): Promise<T> {
    this.worker ??= this.started();
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.worker?.postMessage({ ...request, id });
    });
  }

  /** Ends the worker and rejects its pending requests. */
  stop(reason: string): void {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { reject } of this.waiting.values()) reject(new Error(reason));
    this.waiting.clear();
  }

  private started(): Worker {
    const worker = this.start();
    worker.onmessage = ({ data }: MessageEvent<Message>) => {
      if (!isAnswer(data)) return this.heard(data as Exclude<Message, Answer>);
      const asked = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ("error" in data) asked?.reject(new Error(data.error));
      else asked?.resolve(data.value);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.stop(`the part that ${this.part} could not be loaded`);
    };
    return worker;
  }
}

function isAnswer(message: object): message is Answer {
  return "id" in message;
}
