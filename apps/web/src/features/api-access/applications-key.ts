/** Where the list of applications is kept by the query client. */
export const applicationsKey = ['applications'] as const
