/** One row of the abuse tests: what is tried, and by how many cases. */
export interface AbuseRow {
  readonly id: string
  readonly title: string
  /** A case is one test whose name begins with the id; fewer passing ones than this are a failure. */
  readonly cases: number
  /** Requirement of OWASP ASVS 5.0 that it shows; null where there is none. */
  readonly requirement: string | null
}

const row = (id: string, title: string, cases: number, requirement: string | null): AbuseRow => ({
  id,
  title,
  cases,
  requirement,
})

/** Group G: sign-in, sessions, tokens. */
const signIn: readonly AbuseRow[] = [
  row('G01', 'password guessing', 2, '6.3.1'),
  row('G02', 'IPv6 neighbours and spoofed X-Forwarded-For', 3, '15.3.4'),
  row('G03', 'does the account exist?', 3, '6.3.8'),
  row('G04', 'long and odd passwords', 4, '6.2.8'),
  row('G05', 'weak passwords', 2, '6.2.4'),
  row('G06', 'token forging', 5, '9.1.1'),
  row('G07', 'token fields', 5, '9.2.1'),
  row('G08', 'refresh replay', 1, '7.2.4'),
  row('G09', 'refresh storm', 1, null),
  row('G10', 'sign out', 2, '7.4.1'),
  row('G11', 'account removed or blocked', 2, '7.4.2'),
  row('G12', 'role changed', 1, '8.3.2'),
  row('G13', 'admin page address known', 1, '8.2.1'),
  row('G14', 'default accounts', 1, '6.3.2'),
  row('G15', 'TOTP', 4, '6.5.1'),
  row('G16', 'password reset', 4, '6.4.3'),
  row('G17', 'cross-site request with cookie', 2, '3.5.1'),
  row('G18', 'session lists and limits', 4, '7.3.1'),
]

/** Every row that has its tests; they stand beside the code they are about, in files called `*.abuse.test.ts`. */
export const abuseCatalogue: readonly AbuseRow[] = [...signIn]
