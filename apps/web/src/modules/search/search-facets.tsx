import type { SearchFacet, SearchPage } from '@kamar/contracts'
import { Check } from 'lucide-react'
import { type Dispatch, type ReactNode, type SetStateAction, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../platform/design/button.js'
import { useProjects, useProjectName } from '../../platform/folders/use-folders.js'
import { useFormats } from '../../platform/format/use-formats.js'
import { type FacetName, facetNames, periodsDays, type SearchView } from './use-search.js'

export interface SearchFacetsProps {
  readonly facets: NonNullable<SearchPage['facets']>
  readonly view: SearchView
  readonly onChange: Dispatch<SetStateAction<SearchView>>
}

/** Values of a facet before all are requested. */
const firstValues = 6

/** Renders the filters with the number of files that each finds. */
export function SearchFacets({ facets, view, onChange }: SearchFacetsProps) {
  const { t } = useTranslation()
  const format = useFacetLabels()
  const setFacet = (name: FacetName, value: string | null): void =>
    onChange((current) => {
      const { [name]: _, ...others } = current.facets
      return { ...current, facets: value === null ? others : { ...others, [name]: value } }
    })
  return (
    <div className="space-y-5">
      {facetNames.map((name) => (
        <Facet key={name} title={t(`searchPage.facet.${name}`)}>
          <FacetValues
            values={withCurrent(facets[name], view.facets[name])}
            current={view.facets[name] ?? null}
            format={(facet) => format(name, facet)}
            onChange={(value) => setFacet(name, value)}
          />
        </Facet>
      ))}
      <Facet title={t('searchPage.facet.changed')}>
        {periodsDays.map((days) => (
          <FacetButton
            key={days}
            text={t(`searchPage.period.${days}`)}
            isActive={view.days === days}
            onClick={() => onChange((current) => ({ ...current, days: current.days === days ? null : days }))}
          />
        ))}
      </Facet>
    </div>
  )
}

function Facet({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <h2 id={id} className="mb-1 text-13 font-medium text-muted">
        {title}
      </h2>
      {children}
    </div>
  )
}

interface FacetValuesProps {
  readonly values: readonly SearchFacet[]
  readonly current: string | null
  readonly format: (facet: SearchFacet) => string
  readonly onChange: (value: string | null) => void
}

function FacetValues({ values, current, format, onChange }: FacetValuesProps) {
  const { t } = useTranslation()
  const [isExpanded, setExpanded] = useState(false)
  const visible = isExpanded ? values : values.slice(0, firstValues)
  return (
    <>
      {visible.map((facet) => (
        <FacetButton
          key={facet.value}
          text={format(facet)}
          files={facet.files}
          isActive={facet.value === current}
          onClick={() => onChange(facet.value === current ? null : facet.value)}
        />
      ))}
      {values.length > visible.length ? (
        <Button size="small" tone="quiet" onClick={() => setExpanded(true)}>
          {t('searchPage.more')}
        </Button>
      ) : null}
    </>
  )
}

interface FacetButtonProps {
  readonly text: string
  readonly files?: number
  readonly isActive: boolean
  readonly onClick: () => void
}

function FacetButton({ text, files, isActive, onClick }: FacetButtonProps) {
  const formats = useFormats()
  return (
    <button
      type="button"
      aria-pressed={isActive}
      onClick={onClick}
      className="-mx-2 flex min-h-8 w-[calc(100%+1rem)] items-center gap-2 rounded-control px-2 text-start text-13 hover:bg-sunken aria-pressed:bg-accent-soft pointer-coarse:min-h-11"
    >
      <span className="min-w-0 truncate">{text}</span>
      <span className="flex grow text-accent">{isActive ? <Check size={14} /> : null}</span>
      {files === undefined ? null : <span className="text-muted tabular-nums">{formats.number(files)}</span>}
    </button>
  )
}

/** Adds the value of the address that no file has, so that it can be removed. */
function withCurrent(values: readonly SearchFacet[], current: string | undefined): readonly SearchFacet[] {
  const isListed = current === undefined || values.some(({ value }) => value === current)
  return isListed ? values : [{ value: current, name: current, files: 0 }, ...values]
}

/** Returns the text of a value: the personal project and states have names of the interface. */
function useFacetLabels(): (name: FacetName, facet: SearchFacet) => string {
  const { t } = useTranslation()
  const getProjectName = useProjectName()
  const projects = useProjects().data ?? []
  return (name, { name: text, value }) => {
    if (name === 'type') return value.slice(1).toUpperCase()
    if (name === 'state')
      return value === 'success' || value === 'failed'
        ? t(`searchPage.state.${value}`)
        : t('searchPage.state.processing')
    const project = name === 'project' ? projects.find(({ id }) => id === value) : undefined
    return project ? getProjectName(project) : text
  }
}
