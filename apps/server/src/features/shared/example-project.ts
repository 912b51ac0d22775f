/** Owner of the example models: an account that nobody can sign in to. */
export const systemAccountId = '00000000-0000-7000-8000-000000000001'

/** The project whose models every signed-in account may look at. */
export const exampleProjectId = '00000000-0000-7000-8000-000000000002'
