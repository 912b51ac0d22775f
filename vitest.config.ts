import { defineConfig } from 'vitest/config'

const sources = { resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } } }

/**
 * The DOM environment provides web storage; otherwise Node 26's own would take precedence, which is undefined without a
 * file.
 */
const withoutNodeStorage = ['--no-experimental-webstorage'].filter((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
)

// The default timeout of one second is too short on a busy machine.
const patient = { expect: { poll: { timeout: 30_000 } } }

export default defineConfig({
  test: {
    projects: [
      {
        ...sources,
        test: {
          ...patient,
          name: 'unit',
          // Suites of ports run on the embedded adapters here, even if `fleet` runs at the same time.
          env: { KAMAR_TEST_DATABASE_URL: '', KAMAR_TEST_S3: '' },
          include: ['packages/**/src/**/*.test.ts', 'apps/{server,cli}/src/**/*.test.ts', 'tests/repro/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.{slow,browser,fleet}.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
          // One process loads shared modules once: a third of the CPU time.
          isolate: false,
        },
      },
      {
        ...sources,
        test: {
          ...patient,
          name: 'pages',
          // One environment for all: for a file with a different one the runner starts a new process, which loads every
          // module again.
          environment: 'happy-dom',
          execArgv: withoutNodeStorage,
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.{slow,browser}.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
          // As above; `cleanUpPage` resets the shared state.
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
          // Test files in one process share its browser.
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
          // One file at a time, and not in parallel with projects that run two (`npm run test:faults`).
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...sources,
        test: {
          ...patient,
          // Tests against a real PostgreSQL and a real S3 server: the suites of the ports, and a fleet of processes.
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
          // Part of `fleet` that `npm test` runs: the one test that needs all of it.
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
          // Test files in one process share its browser; each has its own accounts and content on a server.
          isolate: false,
        },
      },
    ],
  },
})
