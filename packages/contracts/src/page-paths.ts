/** Sign-in page of administrators (specification, section 2). */
export const administratorSignInPath = '/signin/admin/dev/ArB'
