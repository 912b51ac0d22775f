/** Owner of the example models: an account without sign-in. */
export const systemAccountId = '00000000-0000-7000-8000-000000000001'

/** Project whose models every signed-in account may view. */
export const exampleProjectId = '00000000-0000-7000-8000-000000000002'
