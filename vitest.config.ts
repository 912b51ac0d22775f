import { defineConfig } from 'vitest/config'

const sources = { resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } } }

export default defineConfig({
  test: {
    projects: [
      {
        ...sources,
        test: {
          name: 'unit',
          include: ['packages/**/src/**/*.test.ts', 'apps/{server,cli}/src/**/*.test.ts', 'tests/repro/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.slow.test.ts', '**/*.browser.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          // One process reads many files' modules once: a third of the processor time. Mocked modules are for `pages`.
          isolate: false,
        },
      },
      {
        ...sources,
        test: {
          name: 'pages',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.slow.test.ts', '**/*.browser.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        ...sources,
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: ['tests/contract/support/start-server.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        ...sources,
        test: { name: 'house', include: ['tests/architecture/**/*.test.ts'] },
      },
      {
        ...sources,
        test: {
          name: 'browser',
          include: ['packages/**/src/**/*.browser.test.ts', 'apps/**/src/**/*.browser.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        ...sources,
        test: {
          name: 'nightly',
          include: ['packages/**/src/**/*.slow.test.ts', 'apps/**/src/**/*.slow.test.ts', 'tests/**/*.slow.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 30 * 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        ...sources,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
