// A job as its sender sees it.
import type { JobBrief, JobProgress } from "./queue.js";

/** As a list of jobs has it. */
export function briefOf({ job, state, parts, done }: JobBrief) {
  return {
    id: job.id,
    tool: job.tool,
    definition: job.definition,
    state,
    format: job.form,
    rows: job.rows,
    progress: parts === 0 ? 1 : done / parts,
    created: new Date(job.created).toISOString(),
    expires: new Date(job.expires).toISOString(),
    results: state === "done" ? `/v1/jobs/${job.id}/results` : null,
  };
}

export function viewOf(progress: JobProgress) {
  const { job, tally, failure } = progress;
  const { created, expires, results, ...brief } = briefOf(progress);
  const { rows, refused, broken, verdicts, numbers, errors } = tally;
  return {
    ...brief,
    rows_done: rows,
    computed: rows - refused,
    refused,
    broken_lines: broken,
    verdicts,
    numbers: Object.fromEntries(
      Object.entries(numbers).map(([path, { min, minLine, max, maxLine, sum, count }]) => [
        path,
        { least: min, least_line: minLine, most: max, most_line: maxLine, mean: sum / count },
      ]),
    ),
    errors: Object.entries(errors).map(([kind, { count, line }]) => ({ kind, count, first_line: line })),
    carried: job.carried,
    notes: job.notes,
    ...(failure === undefined ? {} : { failure }),
    ...{ created, expires, results },
  };
}
