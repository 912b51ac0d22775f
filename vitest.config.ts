import { defineConfig } from 'vitest/config'

const sources = { resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } } }

/** The pages' environment brings a web storage; that of Node 26 would stay in its place, and be undefined without a file. */
const withoutNodeStorage = ['--no-experimental-webstorage'].filter((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
)

// Of a busy machine the usual second says nothing.
const patient = { expect: { poll: { timeout: 30_000 } } }

export default defineConfig({
  test: {
    projects: [
      {
        ...sources,
        test: {
          ...patient,
          name: 'unit',
          // Suites of ports run on the embedded adapters here, also beside `fleet`.
          env: { KAMAR_TEST_DATABASE_URL: '', KAMAR_TEST_S3: '' },
          include: ['packages/**/src/**/*.test.ts', 'apps/{server,cli}/src/**/*.test.ts', 'tests/repro/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.{slow,browser,fleet}.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
          // One process reads many files' modules once: a third of the processor time.
          isolate: false,
        },
      },
      {
        ...sources,
        test: {
          ...patient,
          name: 'pages',
          // One environment for all: the runner starts a new process, which reads every module again, where the next file has another.
          environment: 'happy-dom',
          execArgv: withoutNodeStorage,
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.{slow,browser}.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
          // As above; what they share is left clean by `cleanUpPage`.
          isolate: false,
        },
      },
      {
        ...sources,
        test: {
          ...patient,
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: ['tests/contract/support/start-server.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
        },
      },
      {
        ...sources,
        test: { name: 'house', include: ['tests/architecture/**/*.test.ts'], testTimeout: 180_000, maxWorkers: 2 },
      },
      {
        ...sources,
        test: {
          ...patient,
          name: 'browser',
          setupFiles: ['tests/e2e/support/explain-failures.ts'],
          include: ['packages/**/src/**/*.browser.test.ts', 'apps/**/src/**/*.browser.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          globalSetup: ['packages/viewer/src/testing/bundled-page.ts'],
          maxWorkers: 2,
          // Files in one process share its browser.
          isolate: false,
        },
      },
      {
        ...sources,
        test: {
          name: 'nightly',
          include: ['packages/**/src/**/*.slow.test.ts', 'apps/**/src/**/*.slow.test.ts', 'tests/**/*.slow.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 30 * 60_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          // One file after the other, and not beside projects that run two (`npm run test:faults`).
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...sources,
        test: {
          ...patient,
          // What runs against a real PostgreSQL and a real S3 server: the suites of the ports, and a fleet of processes.
          name: 'fleet',
          include: [
            'packages/storage/src/{blob,derivative}-store.test.ts',
            'packages/database/src/database.test.ts',
            'packages/translation/src/jobs/queue*.test.ts',
            '{packages,apps}/**/src/**/*.fleet.test.ts',
            'tests/fleet/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.slow.test.ts'],
          globalSetup: ['tests/fleet/support/start-servers.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
        },
      },
      {
        ...sources,
        test: {
          ...patient,
          // Of `fleet` what `npm test` runs: the one test that needs all of it.
          name: 'fleet-killed',
          include: ['tests/fleet/fleet.test.ts'],
          globalSetup: ['tests/fleet/support/start-servers-in-background.ts'],
          env: { KAMAR_TEST_FLEET_UPLOADS: '6' },
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // Projects that run together have the same number.
          maxWorkers: 2,
        },
      },
      {
        ...sources,
        test: {
          ...patient,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts'],
          globalSetup: ['tests/e2e/support/prepared-run.ts'],
          setupFiles: ['tests/e2e/support/explain-failures.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
          // Files in one process share its browser; whom and what they put into a server is their own.
          isolate: false,
        },
      },
    ],
  },
})
