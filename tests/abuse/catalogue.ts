/** Row of the abuse tests: the attack and its number of cases. */
export interface AbuseRow {
  readonly id: string
  readonly title: string
  /** A case is one test whose name begins with the id; fewer passing ones than this are a failure. */
  readonly cases: number
  /** Covered requirement of OWASP ASVS 5.0; null if there is none. */
  readonly requirement: string | null
}

const row = (id: string, title: string, cases: number, requirement: string | null): AbuseRow => ({
  id,
  title,
  cases,
  requirement,
})

/** Group A: uploads and their storage. */
const uploads: readonly AbuseRow[] = [
  row('A01', 'client drops the connection', 6, '5.2.1'),
  row('A02', 'server killed at each call of an upload', 13, '2.3.3'),
  row('A03', 'answer lost, client repeats', 4, '2.3.3'),
  row('A04', 'two clients resume one upload', 2, '2.3.4'),
  row('A05', 'bad offsets', 6, '2.2.1'),
  row('A06', 'length lies', 4, '5.2.1'),
  row('A07', 'limit boundary', 4, '5.1.1'),
  row('A08', 'checksum disagrees', 2, null),
  row('A09', 'disk full', 5, '16.5.2'),
  row('A10', 'disk that cannot be written', 3, '16.5.2'),
  row('A11', 'no file descriptors', 1, '15.2.2'),
  row('A12', 'quota race', 1, '2.3.4'),
  row('A13', 'very slow senders', 2, '15.2.2'),
  row('A14', 'bytes damaged later', 3, null),
  row('A15', 'row and bytes disagree', 2, null),
  row('A16', 'clock jumps', 2, null),
  row('A17', 'janitor during an upload', 4, null),
  row('A18', 'graceful stop', 2, null),
  row('A19', 'same bytes twice', 7, '8.4.1'),
  row('A20', 'room promised to many unfinished uploads', 9, '15.2.2'),
]

/** Group B: the queue of translations, its workers and its readers. */
const jobs: readonly AbuseRow[] = [
  row('B01', 'worker killed at each state', 13, '2.3.3'),
  row('B02', 'worker frozen past its lease', 2, null),
  row('B03', 'poisonous file', 1, '15.1.3'),
  row('B04', 'reader without end', 2, '15.2.2'),
  row('B05', 'reader that eats memory', 3, '15.2.2'),
  row('B06', 'flood of output', 3, '15.2.2'),
  row('B07', 'reader that multiplies', 1, '15.2.5'),
  row('B08', 'queued twice', 1, '2.3.3'),
  row('B09', 'file deleted while it is translated', 4, null),
  row('B10', 'new version while the old one is translated', 1, null),
  row('B11', 'restart with 100 translations', 1, null),
  row('B12', 'honest progress', 1, null),
  row('B13', 'fairness', 1, '15.4.4'),
  row('B14', 'two workers, 500 translations', 2, '15.4.1'),
  row('B15', 'disk full while a package is written', 1, null),
  row('B16', 'database away', 1, '16.5.2'),
  row('B17', 'queued by another version', 2, null),
]

/** Group C: database, migration, backup. */
const database: readonly AbuseRow[] = [
  row('C01', 'kill -9 under write load', 100, null),
  row('C02', 'torn log tail', 64, null),
  row('C03', 'backup under load', 5, null),
  row('C04', 'restore drill', 5, null),
  row('C05', 'migration interrupted', 20, null),
  row('C06', 'old code, new schema', 1, null),
  row('C07', 'durability order', 3, null),
  row('C08', 'database connection terminated', 2, '16.5.2'),
  row('C09', 'database restarted while it works', 1, '16.5.2'),
  row('C10', 'object store faults', 6, '16.5.2'),
  row('C11', 'suites of stores, database and queue on each adapter', 8, null),
  row('C12', 'concurrent changes', 6, '15.4.2'),
  row('C13', 'statements outside the rights of a worker', 3, '13.2.2'),
  row('C14', 'removal with the rights of a worker', 2, '13.2.2'),
]

/** Group D: hostile containers. */
const containers: readonly AbuseRow[] = [
  row('D01', 'ratio bomb', 2, '5.2.3'),
  row('D02', 'nested archives', 1, '5.2.3'),
  row('D03', 'overlapping entries', 1, '5.2.3'),
  row('D04', 'size header lies', 2, '5.2.3'),
  row('D05', 'too many entries', 1, '5.2.3'),
  row('D06', 'evil names', 7, '5.2.3'),
  row('D07', 'link entries', 1, '5.2.3'),
  row('D08', 'duplicate names', 2, '5.2.3'),
  row('D09', 'encrypted entries', 2, '5.2.3'),
  row('D10', 'directory and entry disagree', 1, '5.2.3'),
  row('D11', 'zip64 oddities', 2, '5.2.3'),
  row('D12', 'wrong container', 3, '5.2.3'),
  row('D13', 'gzip bomb', 3, '5.2.3'),
  row('D14', 'compound file: circles', 3, '5.2.3'),
  row('D15', 'compound file: sizes beyond its end', 3, '5.2.3'),
  row('D16', 'chunk length lies', 3, '5.2.3'),
  row('D17', 'polyglots', 7, '5.2.3'),
  row('D18', 'empty, one byte, blanks', 3, '5.2.3'),
]

/** Group E: hostile content, format by format. */
const contents: readonly AbuseRow[] = [
  row('E01', 'STL: counts, endless lines, no numbers', 8, '5.2.2'),
  row('E02', 'OBJ: indices, huge faces, libraries elsewhere', 20, '5.2.2'),
  row('E03', '3DS: lengths, children past parents, depth', 10, '5.2.2'),
  row('E04', 'FBX: ends, array lengths, bombs, depth', 15, '5.2.2'),
  row('E05', 'IFC, STEP: circles, parentheses, long strings, numbers, escapes', 50, '5.2.2'),
  row('E06', 'IFC: placements, booleans, openings', 6, '5.2.2'),
  row('E07', 'STEP, IGES: pointers, degrees, knots', 20, '5.2.2'),
  row('E08', 'DWG: sections, packed pages, handles', 8, '5.2.2'),
  row('E09', 'DWG, DXF: blocks, arrays, hatches, dashes', 11, '5.2.2'),
  row('E10', 'SAT, SAB: pointers and counts', 11, '5.2.2'),
  row('E11', 'SKP, 3DM: components in themselves, counts', 11, '5.2.2'),
  row('E12', 'NWD, RVT, MAX: missing streams, unknown versions', 22, '5.2.2'),
  row('E13', 'XML: entities, depth, attributes', 7, '5.2.2'),
  row('E14', 'pictures: size, scripts, movement, cuts', 10, '5.2.2'),
  row('E15', 'numbers that are none, and far from zero', 52, '5.2.2'),
  row('E16', 'names and texts', 49, '5.2.2'),
  row('E17', 'BCF: attributes, elements, depth, topics, time, memory', 9, '5.2.3'),
]

/**
 * Group F: random damage, from a seed. A case is one copy of a file that is read; the nightly run has fifty times as
 * many.
 */
const damage: readonly AbuseRow[] = [
  row('F01', 'every fixture cut at each 1/64', 1280, '5.2.2'),
  row('F02', 'content of each format under the name of each other', 320, '5.2.2'),
  row('F03', 'bytes changed, lost, repeated', 2900, null),
  row('F04', 'lengths, counts and offsets that lie', 384, null),
  row('F05', 'read twice, whole packages byte for byte', 36, null),
  row('F06', 'cancelled at any moment', 160, null),
]

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
  row('G19', 'a stranger locks an account', 3, '6.3.1'),
  row('G20', 'password or address changed by somebody else', 7, '6.3.7'),
  row('G21', 'password alone against two-factor sign-in', 2, '6.5.4'),
  row('G22', 'every proxy trusted', 1, '15.3.4'),
  row('G23', 'sharing with an address that nobody verified', 3, '6.1.3'),
  row('G24', 'sign-up on a server that others reach', 2, '6.1.3'),
  row('G25', 'a role whose second factor is required', 3, '6.3.3'),
]

/** Group H: access control. */
const accessRows: readonly AbuseRow[] = [
  row('H01', 'generated rights matrix', 1000, '8.2.2'),
  row('H02', 'guess identifiers', 100, '8.2.2'),
  row('H03', 'share link', 5, '8.2.2'),
  row('H04', 're-share raises rights', 3, '8.2.1'),
  row('H05', 'delete in a shared folder', 3, '8.2.1'),
  row('H06', 'search leaks', 3, '8.2.2'),
  row('H07', 'live updates', 2, '8.2.2'),
  row('H08', 'caches', 2, '14.3.2'),
  row('H09', 'user deletion', 5, null),
  row('H10', 'audit log', 3, '16.4.2'),
  row('H11', 'other tenant', 2, '8.4.1'),
  row('H12', 'token of views against files', 3, '8.2.1'),
]

/** Group I: HTTP and web attacks. */
const web: readonly AbuseRow[] = [
  row('I01', 'file names in headers', 5, '5.4.2'),
  row('I02', 'stored script', 8, '3.2.2'),
  row('I03', 'active files served', 4, '3.2.1'),
  row('I04', 'headers', 5, '3.4.3'),
  row('I05', 'CORS', 3, '3.4.2'),
  row('I06', 'mass assignment', 4, '15.3.3'),
  row('I07', 'prototype pollution', 2, '15.3.6'),
  row('I08', 'parameter pollution', 2, '15.3.7'),
  row('I09', 'request smuggling', 4, '4.2.1'),
  row('I10', 'oversized parts', 4, '15.2.2'),
  row('I11', 'SQL and pattern injection', 4, '1.2.4'),
  row('I12', 'slow patterns', 2, '1.3.12'),
  row('I13', 'server-made requests', 8, '1.3.6'),
  row('I14', 'webhook receivers', 6, '15.3.2'),
  row('I15', 'spreadsheet formulas in CSV', 5, '1.2.10'),
  row('I16', 'ranges', 4, null),
  row('I17', 'host header', 2, null),
  row('I18', 'log lines', 4, '16.4.1'),
  row('I19', 'errors', 2, '16.5.1'),
  row('I20', 'methods', 4, '3.5.3'),
  row('I21', 'compressed requests', 2, '5.2.3'),
  row('I22', 'host names of strangers', 14, '4.1.3'),
]

/** Group K: what a sandboxed reader can access, and third-party code. */
const isolation: readonly AbuseRow[] = [
  row('K01', 'no outward connection', 1, '15.2.5'),
  row('K02', 'reader: network', 6, '15.2.5'),
  row('K03', 'reader: files', 19, '15.2.5'),
  row('K04', 'reader: secrets', 8, '13.3.1'),
  row('K05', 'reader: user', 11, '15.2.5'),
  row('K06', 'weaker hosts', 4, null),
  row('K07', 'dependencies', 5, '15.1.2'),
  row('K08', 'compiled code of others', 1, '15.2.4'),
]

/** Group L: operations. */
const operations: readonly AbuseRow[] = [
  row('L01', 'bad configuration', 4, null),
  row('L02', 'start conditions', 7, null),
  row('L03', 'disk at 95 %', 1, null),
  row('L04', 'ready and alive', 3, null),
  row('L05', 'locale traps', 4, null),
  row('L06', 'soak', 1, null),
  row('L07', 'log growth', 3, null),
  row('L08', 'upgrade with data', 1, null),
  row('L09', 'secret rotation', 2, null),
  row('L10', 'audit chain check', 11, null),
  row('L11', 'worker without secrets', 3, '13.2.2'),
]

/** Group P: objects that client applications store. */
const protocol: readonly AbuseRow[] = [
  row('P01', 'keys that look like something else', 20, '5.3.2'),
  row('P02', 'stored content that wants to run', 2, '3.2.1'),
  row('P03', 'labels that want to be headers', 12, '4.1.1'),
  row('P04', 'numbers without end', 10, '15.2.2'),
]

/** Every row with tests; they are beside the code under test, in files called `*.abuse.test.ts`. */
export const abuseCatalogue: readonly AbuseRow[] = [
  ...uploads,
  ...jobs,
  ...database,
  ...containers,
  ...contents,
  ...damage,
  ...signIn,
  ...accessRows,
  ...web,
  ...isolation,
  ...operations,
  ...protocol,
]
