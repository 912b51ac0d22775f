/** Query key of the profile. */
export const profileKey = ['profile'] as const
