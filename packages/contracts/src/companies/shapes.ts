import { z } from 'zod'
import { groupLimits } from '../groups/group-limits.js'
import { UserReference } from '../projects/shapes.js'

/** Account that pays for projects; nobody signs in to it. */
export const CompanyRecord = z.object({
  id: z.string(),
  name: z.string(),
  quotaBytes: z.number(),
  usedBytes: z.number(),
  /** Projects that it pays for, by name. */
  projects: z.array(UserReference),
})
export type CompanyRecord = z.infer<typeof CompanyRecord>

/** Request for a new company account. */
export const CompanyForm = z.strictObject({
  name: z.string().trim().min(1).max(groupLimits.nameCharacters),
  quotaBytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
})
export type CompanyForm = z.infer<typeof CompanyForm>

/** Change of a company account. */
export const CompanyChange = CompanyForm.partial()
export type CompanyChange = z.infer<typeof CompanyChange>

/** Project with the account that pays for it. */
export const PaidProject = z.object({
  id: z.string(),
  name: z.string(),
  payer: UserReference,
  usedBytes: z.number(),
})
export type PaidProject = z.infer<typeof PaidProject>
