// Generates the page docs/formats/README.md from the format descriptors, the readers' READMEs and
// docs/formats/measured.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { root } from './run.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')
const sources = { resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } }, logLevel: 'error' }

/** Returns the anchor of the first heading in a reader's README that contains one of the labels. */
function findAnchor(readme, ...labels) {
  const headings = [...readme.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading]) => heading)
  const heading = headings.find((heading) => labels.some((word) => heading.toLowerCase().includes(word)))
  return (
    heading &&
    `#${heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replace(/ /g, '-')}`
  )
}

const cell = (text) => String(text).replace(/\|/g, '\\|')

function section(descriptor, measured) {
  const readme = `packages/readers/src/${descriptor.id}/README.md`
  const text = read(readme)
  const link = (labels, anchor) => `[${labels}](../../${readme}${anchor ?? ''})`
  const rows = measured.formats[descriptor.id] ?? []
  const table =
    rows.length === 0
      ? ['No file of this format is among the samples: the tests read files of our own.']
      : [
          '| release | files | whole | in part | picture alone | refused | left out, or why refused |',
          '|---|---|---|---|---|---|---|',
          ...rows.map(
            ({ version, files, complete, partial, preview, refused, leftOut: omitted }) =>
              `| ${[version, files, complete, partial, preview, refused, omitted.join('; ')].map(cell).join(' | ')} |`,
          ),
        ]
  return [
    `## ${descriptor.name} (${descriptor.extensions.join(', ')})`,
    '',
    `Read: ${descriptor.versions.join('; ')}.`,
    '',
    ...table,
    '',
    ...(descriptor.notRead.length > 0 ? ['Not read:', '', ...descriptor.notRead.map((line) => `* ${line}`), ''] : []),
    `${link('What was verified, on which files', findAnchor(text, 'verified', 'checked'))} · ${link(
      'how a new release is added',
      findAnchor(text, 'a new yearly release', 'a new release'),
    )}`,
    '',
  ]
}

/** Returns the expected page. */
export async function formatPage() {
  const descriptorsFile = join(root, 'packages/readers/src/generated/descriptors.ts')
  const { formatDescriptors } = (await runnerImport(descriptorsFile, { ...sources, root, configFile: false })).module
  const measured = JSON.parse(read('docs/formats/measured.json'))
  const descriptors = formatDescriptors.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
  return `${[
    '# Formats: what is read of which release',
    '',
    `Written by \`node scripts/format-coverage.mjs\` from the rooms' cards and from ${measured.files} files (the samples and other published ones), read on ${measured.date}. "Whole": nothing was`,
    'left out; "in part": the report names and counts what is not shown; "picture alone": nothing of it is drawn, what is known of it and its stored picture are shown;',
    '"refused": with the reason (damaged, encrypted, nothing to show). A release without a row has not been seen: its files are read by the same',
    'rules, and what is not understood is counted.',
    '',
    '## A new yearly release',
    '',
    '1. Put a file of it, with its origin, into the folder of samples, and what its own program exports of it beside it.',
    '2. Run `npm run verify:readers <format>` and `node scripts/format-coverage.mjs`: a row for the release appears below.',
    "3. Whole, and equal to its export: add the release to `versions` of the room's `card.ts` and to the table in its README.",
    '4. Otherwise the room\'s README says under "A new release" where its records are described and which test names the first one that differs.',
    '',
    ...descriptors.flatMap((descriptor) => section(descriptor, measured)),
  ]
    .join('\n')
    .trimEnd()}\n`
}
