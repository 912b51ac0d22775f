import { z } from 'zod'
import { collaborationLimits } from '../collaboration-limits.js'
import { ViewpointForm } from '../topics/viewpoint-shapes.js'

/**
 * What a user drew and measured on a file and did not save: one view of the model and one of each sheet, in coordinates
 * of the file. Without views it was discarded.
 */
export const Draft = z.strictObject({
  views: z.array(ViewpointForm).max(collaborationLimits.viewsPerDraft),
  /** When it was last changed, on the device where that happened. The last change wins. */
  changedAt: z.iso.datetime(),
})
export type Draft = z.input<typeof Draft>
