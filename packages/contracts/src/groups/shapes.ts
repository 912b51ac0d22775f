import { z } from 'zod'
import { GroupKind, GroupReference, UserReference } from '../projects/shapes.js'
import { groupLimits } from './group-limits.js'

/** Account as administrators see it in a group. */
export const GroupMember = z.object({ id: z.string(), name: z.string(), email: z.string() })
export type GroupMember = z.infer<typeof GroupMember>

/** Group or organization as administrators see it. */
export const GroupRecord = GroupReference.extend({
  /** Short name of an organization in file names; empty without one. */
  code: z.string(),
  /** Domains of the addresses of an organization. */
  domains: z.array(z.string()),
  /** Projects where it has a role. */
  projects: z.array(UserReference),
})
export type GroupRecord = z.infer<typeof GroupRecord>

/** Group with its members, by name. */
export const OpenedGroup = GroupRecord.extend({
  people: z.array(GroupMember),
  /** Accounts with a verified address of its domains that are not members. */
  candidates: z.array(GroupMember),
})
export type OpenedGroup = z.infer<typeof OpenedGroup>

const GroupName = z.string().trim().min(1).max(groupLimits.nameCharacters)
const GroupCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{0,6}$/)
const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u)

/** Change of a group; code and domains are those of organizations. */
export const GroupChange = z.strictObject({
  name: GroupName.optional(),
  code: GroupCode.optional(),
  domains: z.array(Domain).max(groupLimits.domainsPerOrganization).optional(),
})
export type GroupChange = z.infer<typeof GroupChange>

/** Request for a new group. */
export const GroupForm = GroupChange.extend({ kind: GroupKind, name: GroupName })
export type GroupForm = z.infer<typeof GroupForm>

/** Accounts that become members of a group. */
export const GroupMembersForm = z.strictObject({
  accountIds: z.array(z.uuid()).min(1).max(groupLimits.membersPerGroup),
})
export type GroupMembersForm = z.infer<typeof GroupMembersForm>
