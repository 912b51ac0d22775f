import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

/** Folder of the bundled test page. */
export type TestPageFolder = string

declare module 'vitest' {
  interface ProvidedContext {
    viewerTestPage: TestPageFolder
  }
}

const folder = mkdtempSync(join(tmpdir(), 'kamar-viewer-'))

/** Bundles the test page once for all files of a run, as applications bundle the viewer. */
export async function setup(project: TestProject): Promise<void> {
  await build({
    root: fileURLToPath(new URL('./page/', import.meta.url)),
    base: './',
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['source', 'module', 'browser', 'production'] },
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 100_000,
    },
  })
  project.provide('viewerTestPage', folder)
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true })
}
