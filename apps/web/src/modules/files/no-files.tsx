import { FolderOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../../platform/design/empty-state.js'
import { Thumbnail } from '../../platform/files/thumbnail.js'
import { ChooseFileButton } from '../../platform/files/upload/upload-button.js'
import { useAcceptedUploads } from '../../platform/files/upload/upload-rules.js'
import { useExamples } from '../../platform/files/use-examples.js'
import { modelsPath } from '../../platform/files/viewer-path.js'

/** Replaces an empty list: the first steps, examples to open at once, and the supported formats. */
export function NoFiles() {
  const { t } = useTranslation()
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <EmptyState icon={<FolderOpen size={20} />} title={t('files.empty')} action={<ChooseFileButton />}>
        {t('files.emptyHint')}
      </EmptyState>
      <div className="mx-auto max-w-180 space-y-8 px-4 pb-12 sm:px-6">
        <Examples />
        <AcceptedFormats />
      </div>
    </div>
  )
}

function Examples() {
  const { t } = useTranslation()
  const { data: examples } = useExamples()
  if (!examples?.length) return null
  return (
    <section aria-labelledby="examples">
      <h3 id="examples" className="mb-3 text-14">
        {t('files.examples')}
      </h3>
      <ul className="grid gap-3 sm:grid-cols-3">
        {examples.map(({ name, description, urn }) => (
          <li key={urn}>
            <Link
              to={modelsPath([urn])}
              aria-label={t('files.openExample', { name })}
              className="flex h-full items-center gap-3 overflow-hidden rounded-card border border-line bg-surface transition-colors duration-140 hover:border-edge sm:block"
            >
              <Thumbnail
                file={{ urn, jobId: 'example', hasThumbnail: true }}
                className="aspect-4/3 w-28 shrink-0 sm:w-full"
              />
              <span className="block p-3 sm:border-t sm:border-line">
                <span className="block text-14 font-medium">{name}</span>
                <span className="block text-12 text-pretty text-muted">{description}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Extensions by trade; an administrator may allow others. */
const trades = {
  buildings: ['.ifc', '.rvt', '.nwd', '.nwc', '.skp', '.3dm', '.max'],
  drawings: ['.dwg', '.dwf', '.dwfx'],
  parts: ['.step', '.stp', '.iges', '.igs', '.sat', '.sab'],
  meshes: ['.fbx', '.obj', '.3ds', '.stl'],
} as const

function AcceptedFormats() {
  const { t } = useTranslation()
  const { extensions: accepted } = useAcceptedUploads()
  const grouped = Object.values(trades).flat() as readonly string[]
  const rows = [
    ...Object.entries(trades).map(([trade, extensions]) => ({
      label: t(`files.reads.${trade as keyof typeof trades}`),
      extensions: extensions.filter((extension) => accepted.includes(extension)),
    })),
    { label: t('files.reads.others'), extensions: accepted.filter((extension) => !grouped.includes(extension)) },
  ]
  return (
    <section aria-labelledby="formats">
      <h3 id="formats" className="mb-3 text-14">
        {t('files.reads.title')}
      </h3>
      <dl className="divide-y divide-line rounded-card border border-line bg-surface">
        {rows
          .filter(({ extensions }) => extensions.length > 0)
          .map(({ label, extensions }) => (
            <div key={label} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5">
              <dt className="w-52 text-13">{label}</dt>
              <dd className="text-13 text-muted uppercase">
                {extensions.map((extension) => extension.slice(1)).join(' · ')}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
