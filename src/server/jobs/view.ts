// A job as its sender sees it.
import type { JobProgress } from "./queue.js";

export function viewOf({ job, state, parts, done, tally, failure }: JobProgress) {
  const { rows, refused, broken, verdicts, numbers, errors } = tally;
  return {
    id: job.id,
    tool: job.tool,
    definition: job.definition,
    state,
    format: job.form,
    rows: job.rows,
    rows_done: rows,
    progress: parts === 0 ? 1 : done / parts,
    computed: rows - refused,
    refused,
    broken_lines: broken,
    verdicts,
    numbers: Object.fromEntries(
      Object.entries(numbers).map(([path, each]) => [
        path,
        {
          least: each.min,
          least_line: each.minLine,
          most: each.max,
          most_line: each.maxLine,
          mean: each.sum / each.count,
        },
      ]),
    ),
    errors: Object.entries(errors).map(([kind, { count, line }]) => ({ kind, count, first_line: line })),
    carried: job.carried,
    notes: job.notes,
    ...(failure === undefined ? {} : { failure }),
    created: new Date(job.created).toISOString(),
    expires: new Date(job.expires).toISOString(),
    results: state === "done" ? `/v1/jobs/${job.id}/results` : null,
  };
}
