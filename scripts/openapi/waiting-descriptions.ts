// The descriptions of the fields of jobs that wait for others in the OpenAPI document.

const PROGRESS = {
  ended: "The number of those that have ended.",
  id: "The id of the job.",
  hasFailures: "True if one of them has ended and did not succeed.",
  isOpen: "True for a batch that is not sealed.",
  total: "The number of all of them.",
};

/** The descriptions, by the names of the schemas. */
export const WAITING_FIELDS: Record<string, Record<string, string>> = {
  BatchProgress: PROGRESS,
  ChildrenPage: { ...PROGRESS, children: "Those that have not ended come first." },
  Child: {
    endedAt:
      "The time when it ended, or when that was noticed if its ending is no longer known, in ms since the epoch.",
    state: "The way in which it has ended; missing if it has not. `unknown` if that is no longer known.",
  },
  StartBatchRequest: {
    ended: "The job that runs when all jobs of the batch have ended.",
    succeeded: "The job that runs then if each of them has succeeded.",
  },
  CancelBatchResult: { cancelled: "The number of jobs that were removed." },
  WaitsFor: {
    ended: PROGRESS.ended,
    ids: "The first of those that have not ended, at most 100.",
    isOpen: PROGRESS.isOpen,
    total: PROGRESS.total,
  },
};
