// Sends attacks one at a time, and records answers and ends of connections.
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Answer, AnswerReader, headerOf } from "../load/answers.js";
import type { Attack } from "./attacks/attack.js";

export interface Reaction {
  readonly answers: readonly Answer[];
  /** Undefined if the required answers came, or the connection ended where allowed. */
  readonly fault: string | undefined;
}

interface Line {
  readonly socket: Socket;
  /** Handlers of the current attack. */
  answered: (answer: Answer) => void;
  ended: (reason: string) => void;
  headOnly: boolean;
}

export class Attacker {
  private kept: Line | undefined;

  constructor(
    private readonly port: number,
    private readonly patienceMs: number,
  ) {}

  close(): void {
    this.kept?.socket.destroy();
  }

  async run(attack: Attack): Promise<Reaction> {
    const { ending, pieces } = attack;
    const line = ending === "keep" ? (this.kept ?? this.open()) : this.open();
    this.kept = ending === "keep" ? line : this.kept;
    line.headOnly = attack.headOnly;
    const reaction = this.reaction(line, attack);
    for (const { bytes, pauseMs } of pieces) {
      if (line.socket.destroyed) break;
      line.socket.write(bytes);
      if (pauseMs !== undefined) await pause(pauseMs);
    }
    if (ending === "half") line.socket.end();
    if (ending === "destroy") line.socket.destroy();
    const result = await reaction;
    const last = result.answers.at(-1);
    const over = last === undefined || closes(last);
    if (ending !== "keep" || over || result.fault !== undefined || line.socket.destroyed) {
      line.socket.destroy();
      if (this.kept === line) this.kept = undefined;
    }
    return result;
  }

  private reaction(line: Line, { answers: needed, ending }: Attack): Promise<Reaction> {
    return new Promise((resolve) => {
      const answers: Answer[] = [];
      const finish = (fault: string | undefined): void => {
        clearTimeout(late);
        line.answered = unasked;
        line.ended = () => {};
        resolve({ answers, fault });
      };
      const unasked = (): void => {
        line.socket.destroy();
      };
      const late = setTimeout(
        () => finish(`neither answered nor closed within ${this.patienceMs} ms`),
        this.patienceMs,
      );
      line.answered = (answer) => {
        answers.push(answer);
        if (ending !== "destroy" && answers.length >= Math.max(1, needed)) finish(undefined);
      };
      line.ended = (reason) => {
        // An answer may announce the end of its connection.
        const last = answers.at(-1);
        const told = last !== undefined && closes(last);
        const missing = ending !== "destroy" && answers.length < needed && !told;
        finish(missing ? `${answers.length} of ${needed} answers, then ${reason}` : undefined);
      };
    });
  }

  private open(): Line {
    const socket = connect({ port: this.port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
    const line: Line = { socket, answered: () => {}, ended: () => {}, headOnly: false };
    let reason = "the connection ended";
    const reader = new AnswerReader(
      (answer) => line.answered(answer),
      () => line.headOnly,
    );
    socket.on("data", (chunk: Buffer) => {
      try {
        reader.push(chunk);
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
        socket.destroy();
      }
    });
    socket.on("end", () => {
      if (reader.end().cut) reason = "an answer that was cut off";
      socket.destroy();
    });
    socket.on("error", (error) => {
      reason = error.message;
    });
    socket.on("close", () => line.ended(reason));
    return line;
  }
}

function closes(answer: Answer): boolean {
  return headerOf(answer, "connection")?.toLowerCase() === "close";
}
