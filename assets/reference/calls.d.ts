export function callTexts(call: {
  readonly method: string;
  readonly url: string;
  readonly body?: string;
  readonly key: string;
}): { readonly title: string; readonly text: string }[];
export function keptKey(): string;
export function keepKey(key: string): void;
