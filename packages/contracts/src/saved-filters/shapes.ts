import { z } from 'zod'

/** Limits of saved filters. */
export const savedFilterLimits = {
  /** Private ones of an account, and shared ones of a project. */
  filters: 200,
  nameCharacters: 120,
  textCharacters: 500,
  /** Levels of groups, the outermost included. */
  depth: 5,
  /** Conditions and groups of one filter combined. */
  rules: 60,
} as const

const Text = z.string().max(savedFilterLimits.textCharacters)

/** Comparison operators of a condition; the viewer's query engine defines what they match. */
export const savedFilterOperators = [
  'equals',
  'not-equals',
  'contains',
  'not-contains',
  'starts-with',
  'greater',
  'at-least',
  'less',
  'at-most',
  'exists',
  'missing',
  'filled',
  'empty',
] as const

/** Condition of a saved filter. */
const SavedFilterTest = z.strictObject({
  kind: z.literal('test'),
  field: z.strictObject({ set: Text, property: Text }),
  operator: z.enum(savedFilterOperators),
  value: Text,
})

type SavedFilterTest = z.infer<typeof SavedFilterTest>

/** Group of conditions, and of further groups up to the limit of levels. */
export interface SavedFilterRule {
  readonly kind: 'all' | 'any'
  readonly rules: readonly (SavedFilterTest | SavedFilterRule)[]
}

/** Returns the shape of a group with at most so many levels; each level is a shape of its own, so input cannot nest deeper. */
function createGroupShape(levels: number): z.ZodType<SavedFilterRule> {
  const part = levels > 1 ? z.union([SavedFilterTest, createGroupShape(levels - 1)]) : SavedFilterTest
  return z.strictObject({ kind: z.enum(['all', 'any']), rules: z.array(part).max(savedFilterLimits.rules) })
}

const countRules = ({ rules }: SavedFilterRule): number =>
  rules.reduce((sum, rule) => sum + 1 + (rule.kind === 'test' ? 0 : countRules(rule)), 0)

const Rule = createGroupShape(savedFilterLimits.depth).refine((rule) => {
  const count = countRules(rule)
  return count > 0 && count <= savedFilterLimits.rules
})

const Name = z.string().trim().min(1).max(savedFilterLimits.nameCharacters)
const Channel = z.number().int().min(0).max(255)
/** Colour of the matches: red, green, blue. */
const Rgb = z.tuple([Channel, Channel, Channel])

/** Filter to save; a shared one belongs to the file's project, others to the account. */
export const SavedFilterForm = z.strictObject({ name: Name, rule: Rule, rgb: Rgb, isShared: z.boolean() })
export type SavedFilterForm = z.infer<typeof SavedFilterForm>

/** Changes to a saved filter. */
export const SavedFilterChange = SavedFilterForm.omit({ isShared: true }).partial().strict()
export type SavedFilterChange = z.infer<typeof SavedFilterChange>

/** Saved filter as an account sees it. */
export const SavedFilter = z.object({
  id: z.string(),
  name: z.string(),
  rule: createGroupShape(savedFilterLimits.depth),
  rgb: Rgb,
  isShared: z.boolean(),
  /** Whether the caller can change and delete it. */
  canChange: z.boolean(),
  /** Name of the author of a shared one; null for the caller and deleted accounts. */
  author: z.string().nullable(),
})
export type SavedFilter = z.infer<typeof SavedFilter>
