/** Query key of the list of applications. */
export const applicationsKey = ['applications'] as const
