import type { PropertySet } from '@kamar/core'
import type { ModelTree } from '@kamar/package-format/read'
import type { Viewer } from '@kamar/viewer'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../platform/design/copy-button.js'
import { currentLanguage } from '../../../platform/i18n/index.js'
import { propertyCopy, propertyText } from '../../kit/property-value.js'
import { useClassNames } from '../../kit/classes/use-class-names.js'
import { elementClass, fileOfElement } from '../../session/use-tree.js'
import { PropertiesSkeleton } from './properties-skeleton.js'
import { type PropertyGroup, PropertyList } from './property-list.js'
import { isEcho, type PropertyPreference } from './property-settings.js'
import { useProperties } from './use-properties.js'

const SeveralElements = lazy(async () => ({ default: (await import('./several-elements.js')).SeveralElements }))

interface PropertiesTabProps {
  readonly viewer: Viewer | null
  readonly tree: ModelTree | null
  readonly selected: readonly number[]
  readonly preference: PropertyPreference
}

/** Renders the data of the selected element, or of several: what they have in common and their sums. */
export function PropertiesTab({ viewer, tree, selected, preference }: PropertiesTabProps) {
  const { t } = useTranslation()
  const element = selected.at(-1) ?? null
  if (element === null) return <p className="p-4 text-13 text-pretty text-muted">{t('properties.none')}</p>
  if (!tree) return <p className="p-4 text-13 text-pretty text-muted">{t('properties.waiting')}</p>
  return (
    <div className="min-h-0 grow overflow-y-auto overscroll-contain">
      {viewer && selected.length > 1 ? (
        <Suspense fallback={<PropertiesSkeleton />}>
          <SeveralElements {...{ viewer, selected, preference }} />
        </Suspense>
      ) : (
        <SingleElement {...{ viewer, tree, element, preference }} />
      )}
    </div>
  )
}

interface SingleElementProps extends Pick<PropertiesTabProps, 'viewer' | 'preference'> {
  readonly tree: ModelTree
  readonly element: number
}

/** Renders name, class, identity and every property set of an element. */
function SingleElement({ viewer, tree, element, preference }: SingleElementProps) {
  const { t } = useTranslation()
  const state = useProperties(viewer, element)
  const labels = { yes: t('properties.yes'), no: t('properties.no') }
  return (
    <>
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
      {state.kind === 'loaded' && state.sets.length > 0 ? (
        <PropertyList sets={state.sets.map((set) => toGroup(set, labels))} preference={preference} />
      ) : null}
    </>
  )
}

const toGroup = (
  { name, properties }: PropertySet,
  labels: { readonly yes: string; readonly no: string },
): PropertyGroup => ({
  name,
  rows: properties.map((property) => ({
    name: property.name,
    text: propertyText(property, labels, currentLanguage()),
    copy: propertyCopy(property),
    isEcho: isEcho(property.value, property.name),
  })),
})

function ElementHeader({ tree, element }: { tree: ModelTree; element: number }) {
  const { t } = useTranslation()
  const formatClass = useClassNames()
  const className = elementClass(tree, element)
  const id = tree.sourceId(element)
  const file = fileOfElement(tree, element)
  return (
    <div className="border-b border-line px-4 py-3">
      <h3 className="text-14 wrap-anywhere">{tree.name(element) || formatClass(className) || t('tree.unnamed')}</h3>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 text-13">
        <dt className="text-muted">{t('properties.class')}</dt>
        <dd className="truncate" title={className}>
          {formatClass(className)}
        </dd>
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
