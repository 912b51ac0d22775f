/** Limits of groups and organizations: counts, and lengths in characters (UTF-16 units). */
export const groupLimits = {
  groups: 1_000,
  membersPerGroup: 500,
  domainsPerOrganization: 20,
  groupsPerProject: 100,
  nameCharacters: 120,
  codeCharacters: 6,
} as const
