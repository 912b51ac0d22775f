import { binary, step, stepsTogether } from './lib/run.mjs'
import { ensureDependencies } from './lib/requirements.mjs'

await ensureDependencies()
await step('Format', binary('oxfmt'), ['--check', '.'])
await step('Generated lists and tables', 'node', ['scripts/index.mjs', '--check'])
await step('Tests that the specification names', 'node', ['scripts/conformance.mjs'])
await step('Language', 'node', ['scripts/language.mjs'])
await step('Types', binary('tsc'), ['-b', 'tsconfig.build.json'])
// The second of them mostly waits, the third runs on one core.
await stepsTogether([
  ['Lint, types of tests', binary('oxlint'), ['--type-aware', '--type-check', '--deny-warnings', '.']],
  ['Architecture, sizes, documentation, translations, licences', binary('vitest'), ['run', '--project', 'house']],
  ['Dead code', binary('knip'), []],
])
