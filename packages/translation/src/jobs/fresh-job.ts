import { databaseNow } from './columns.js'
import { jobRules } from './state-machine.js'

/** Initial columns of a restarted translation. */
export const freshJob = {
  state: 'queued',
  progress: 0,
  stage: null,
  attempts: 0,
  budget_left_milliseconds: jobRules.computeBudgetMilliseconds,
  run_after: databaseNow,
  cancel_requested: false,
  failure: null,
  report: null,
  manifest: null,
  reader: null,
  finished_at: null,
  updated_at: databaseNow,
} as const
