/** Page where administrators sign in (specification, section 2). */
export const administratorSignInPath = '/signin/admin/dev/ArB'
