import type { SearchHit, SheetMatch } from '@kamar/contracts'
import { ChevronRight, FileText, ListTree } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { StatusChip } from '../../platform/files/status-chip.js'
import { Thumbnail } from '../../platform/files/thumbnail.js'
import { foundPartPath } from '../../platform/files/viewer-path.js'
import { folderPath } from '../../platform/folders/folder-paths.js'
import { useProjectName } from '../../platform/folders/use-folders.js'
import { ShownTime } from '../../platform/format/shown-time.js'

/** Renders the files that a search found, and where each matches. */
export function SearchHits({ hits }: { readonly hits: readonly SearchHit[] }) {
  return (
    <ul className="divide-y divide-line/60 rounded-card border border-line bg-surface">
      {hits.map((hit) => (
        <li key={hit.file.id} className="flex gap-3 p-3 sm:gap-4 sm:p-4">
          <Thumbnail file={hit.file} className="size-12 rounded-control border border-line sm:size-16" iconSize={20} />
          <div className="min-w-0 grow">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link
                to={foundPartPath({ urn: hit.file.urn })}
                className="inline-flex min-h-6 min-w-6 items-center rounded-control text-14 font-medium wrap-anywhere hover:underline pointer-coarse:min-h-11"
              >
                {hit.file.description}
              </Link>
              <span className="text-12">
                <StatusChip file={hit.file} />
              </span>
              <ShownTime value={hit.file.updated_at} as="day" className="text-12 text-muted tabular-nums" />
            </div>
            <HitLocation hit={hit} />
            <HitMatches hit={hit} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Renders project and folders of a file as links. */
function HitLocation({ hit: { file, path } }: { readonly hit: SearchHit }) {
  const { t } = useTranslation()
  const getProjectName = useProjectName()
  const { sharing } = file
  if (!sharing) return null
  const { projectId, projectName: name, personal } = sharing
  const steps = [{ id: projectId, name: getProjectName({ name, personal }) }, ...path]
  return (
    <nav aria-label={t('searchPage.location', { file: file.description })} className="mt-0.5">
      <ol className="flex flex-wrap items-center text-12 text-muted">
        {steps.map(({ id, name: step }, index) => (
          <Fragment key={id}>
            {index === 0 ? null : (
              <li aria-hidden="true">
                <ChevronRight size={12} />
              </li>
            )}
            <li className="min-w-0">
              <Link
                to={folderPath({ id, projectId })}
                className="inline-flex min-h-6 min-w-6 items-center rounded-control wrap-anywhere hover:text-text hover:underline pointer-coarse:min-h-11"
              >
                {step}
              </Link>
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}

/** Renders links that open the viewer at the sheet, or with its search. */
function HitMatches({ hit: { file, matches } }: { readonly hit: SearchHit }) {
  const { t } = useTranslation()
  const { properties, sheets } = matches
  const find = properties.join(' ')
  if (sheets.length === 0 && find === '') return null
  return (
    <ul className="mt-1.5 flex flex-wrap gap-1.5">
      {sheets.map((sheet) => (
        <li key={sheet.key} className="min-w-0">
          <MatchLink icon={<FileText />} to={foundPartPath({ urn: file.urn, sheetKey: sheet.key })}>
            {t('searchPage.sheet', { sheet: formatSheet(sheet) })}
          </MatchLink>
        </li>
      ))}
      {find === '' ? null : (
        <li className="min-w-0">
          <MatchLink icon={<ListTree />} to={foundPartPath({ urn: file.urn, find })}>
            {t('searchPage.properties', { words: find })}
          </MatchLink>
        </li>
      )}
    </ul>
  )
}

const formatSheet = ({ number, title }: SheetMatch): string => `${number} ${title}`.trim()

interface MatchLinkProps {
  readonly icon: ReactNode
  readonly to: string
  readonly children: ReactNode
}

function MatchLink({ icon, to, children }: MatchLinkProps) {
  return (
    <Link
      to={to}
      className="flex min-h-7 items-center gap-1.5 rounded-control bg-sunken px-2 text-12 hover:bg-accent-soft pointer-coarse:min-h-11 [&>svg]:size-3.5 [&>svg]:shrink-0 [&>svg]:text-muted"
    >
      {icon}
      <span className="min-w-0 truncate">{children}</span>
    </Link>
  )
}
