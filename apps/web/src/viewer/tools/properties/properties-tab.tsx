import type { PropertySet } from '@kamar/core'
import type { ModelTree } from '@kamar/package-format/read'
import type { Viewer } from '@kamar/viewer'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../platform/design/copy-button.js'
import { Skeleton } from '../../../platform/design/skeleton.js'
import { currentLanguage } from '../../../platform/i18n/index.js'
import { propertyCopy, propertyText } from '../../kit/property-value.js'
import { useProperties } from './use-properties.js'
import { elementClass, elementName, fileOfElement } from '../../session/use-tree.js'

interface PropertiesTabProps {
  readonly viewer: Viewer | null
  readonly tree: ModelTree | null
  readonly selected: readonly number[]
}

/** Renders the data of the selected element: name, class, identity and every property set. */
export function PropertiesTab({ viewer, tree, selected }: PropertiesTabProps) {
  const { t } = useTranslation()
  const element = selected.at(-1) ?? null
  const state = useProperties(tree ? viewer : null, element)
  if (element === null) return <p className="p-4 text-13 text-pretty text-muted">{t('properties.none')}</p>
  if (!tree) return <p className="p-4 text-13 text-pretty text-muted">{t('properties.waiting')}</p>
  return (
    <div className="min-h-0 grow overflow-y-auto overscroll-contain">
      {selected.length > 1 ? (
        <p className="px-4 pt-3 text-13 text-muted">{t('properties.several', { count: selected.length })}</p>
      ) : null}
      <ElementHeader tree={tree} element={element} />
      {state.kind === 'loading' ? <PropertiesSkeleton /> : null}
      {state.kind === 'failed' ? (
        <p role="alert" className="px-4 py-3 text-13 text-danger">
          {t('properties.failed')}
        </p>
      ) : null}
      {state.kind === 'loaded' && state.sets.length === 0 ? (
        <p className="px-4 py-3 text-13 text-muted">{t('properties.empty')}</p>
      ) : null}
      {state.kind === 'loaded' ? state.sets.map((set) => <SetSection key={set.name} set={set} />) : null}
    </div>
  )
}

function ElementHeader({ tree, element }: { tree: ModelTree; element: number }) {
  const { t } = useTranslation()
  const id = tree.sourceId(element)
  const file = fileOfElement(tree, element)
  return (
    <div className="border-b border-line px-4 py-3">
      <h3 className="text-14 wrap-anywhere">{elementName(tree, element) || t('tree.unnamed')}</h3>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 text-13">
        <dt className="text-muted">{t('properties.class')}</dt>
        <dd className="truncate">{elementClass(tree, element)}</dd>
        {file === null ? null : (
          <>
            <dt className="text-muted">{t('together.file')}</dt>
            <dd className="truncate">{file}</dd>
          </>
        )}
        {id === '' ? null : (
          <>
            <dt className="text-muted">{t('properties.id')}</dt>
            <dd className="flex items-center gap-1">
              <code className="truncate font-mono text-12">{id}</code>
              <CopyButton label={t('viewer.copyId')} text={id} />
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}

function SetSection({ set }: { set: PropertySet }) {
  const { t } = useTranslation()
  const labels = { yes: t('properties.yes'), no: t('properties.no') }
  return (
    <details open className="group/set border-b border-line">
      <summary className="flex h-9 list-none items-center gap-1 px-2 text-13 font-semibold outline-offset-[-2px] hover:bg-page [&::-webkit-details-marker]:hidden">
        <ChevronRight className="shrink-0 text-muted transition-transform duration-140 group-open/set:rotate-90" />
        <span className="min-w-0 truncate">{set.name}</span>
        <span className="ms-auto pe-2 text-12 font-normal text-muted tabular-nums">{set.properties.length}</span>
      </summary>
      <dl className="pb-2">
        {set.properties.map((property, index) => (
          <div
            key={`${index} ${property.name}`}
            className="group/row relative grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-3 px-4 py-1 text-13 hover:bg-page"
          >
            <dt className="wrap-anywhere text-muted">{property.name}</dt>
            <dd className="wrap-anywhere tabular-nums">
              {propertyText(property, labels, currentLanguage())}
              <span className="absolute end-1 top-0 opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100">
                <CopyButton
                  label={t('properties.copyValue', { name: property.name })}
                  text={propertyCopy(property)}
                  className="bg-surface"
                />
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function PropertiesSkeleton() {
  return (
    <div className="space-y-3 p-4">
      {[80, 60, 70, 50].map((width) => (
        <div key={width} style={{ width: `${width}%` }}>
          <Skeleton className="h-4" />
        </div>
      ))}
    </div>
  )
}
