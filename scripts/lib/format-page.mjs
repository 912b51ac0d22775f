// Generates the page docs/formats/README.md from the format descriptors, the readers' READMEs and
// docs/formats/measured.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadSource } from './load-source.mjs'
import { root } from './run.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')

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
  const readme = `packages/formats/src/${descriptor.id}/README.md`
  const text = read(readme)
  const link = (labels, anchor) => `[${labels}](../../${readme}${anchor ?? ''})`
  const rows = measured.formats[descriptor.id] ?? []
  const table =
    rows.length === 0
      ? ['The samples contain no file of this format; the tests read original fixtures.']
      : [
          '| release | files | complete | partial | preview only | rejected | omitted content, or reason of rejection |',
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
    `${link('What was verified, with which files', findAnchor(text, 'verified', 'checked'))} · ${link(
      'how to add a new release',
      findAnchor(text, 'a new yearly release', 'a new release'),
    )}`,
    '',
  ]
}

/** Returns the expected page. */
export async function formatPage() {
  const { formatDescriptors } = await loadSource('packages/formats/src/generated/descriptors.ts')
  const measured = JSON.parse(read('docs/formats/measured.json'))
  const uploads = formatDescriptors.filter(({ source }) => source === 'upload')
  const descriptors = uploads.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
  return `${[
    '# Formats: supported content by release',
    '',
    `\`node scripts/format-coverage.mjs\` generates this page from the descriptors of the readers and from ${measured.files} files (the samples and other published ones), read on ${measured.date}. "Complete": nothing was`,
    'omitted; "partial": the report names and counts the content that is not shown; "preview only": nothing is drawn, only the identity of the file and its stored preview image are shown;',
    '"rejected": with the reason (damaged, encrypted, nothing to show). A release without a row has not been tested: the same rules apply to its files,',
    'and unsupported content is counted.',
    '',
    '## A new yearly release',
    '',
    '1. Add a file of it, with its origin, to the samples folder, together with exports from its own program.',
    '2. Run `npm run verify:readers <format>` and `node scripts/format-coverage.mjs`: a row for the release appears below.',
    "3. If it is complete and equal to its export, add the release to `versions` in the reader's `descriptor.ts` and to the table in its README.",
    '4. Otherwise the section "A new release" of the reader\'s README states where its records are described and which test names the first one that differs.',
    '',
    ...descriptors.flatMap((descriptor) => section(descriptor, measured)),
  ]
    .join('\n')
    .trimEnd()}\n`
}
