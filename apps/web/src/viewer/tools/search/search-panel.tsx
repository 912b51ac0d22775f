import type { ModelTree } from '@kamar/package-format/read'
import type { SearchHit, Viewer } from '@kamar/viewer'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Button } from '../../../platform/design/button.js'
import { SearchInput } from '../../../platform/design/fields/search-input.js'
import { MiddleEllipsis } from '../../../platform/design/middle-ellipsis.js'
import { findParameter } from '../../../platform/files/viewer-path.js'
import { useVirtualRows } from '../../../platform/use-virtual-rows.js'
import { type FormatClass, useClassNames } from '../../kit/classes/use-class-names.js'
import { locateElements } from './locate-elements.js'
import { useModelSearch } from './use-model-search.js'
import { useRevealInList } from '../../session/reveal/use-reveal-in-list.js'
import { elementClass } from '../../session/use-tree.js'

const rowPixels = 48

interface SearchPanelProps {
  readonly viewer: Viewer | null
  readonly tree: ModelTree | null
  readonly selected: readonly number[]
}

/** Renders the search in names, classes, ids and property values. */
export function SearchPanel({ viewer, tree, selected }: SearchPanelProps) {
  const { t } = useTranslation()
  const reveal = useRevealInList(viewer)
  const [search] = useSearchParams()
  const [text, setText] = useState(() => search.get(findParameter) ?? '')
  const result = useModelSearch(viewer, text, tree)
  // All elements that contain the text as it is now: the list may still show those of the text before.
  const all = async (): Promise<readonly number[]> => [...((await viewer?.findElements(text)) ?? [])]
  return (
    <>
      <div className="shrink-0 p-3">
        <SearchInput
          ref={focusOnce}
          type="search"
          value={text}
          aria-label={t('search.title')}
          placeholder={t('search.placeholder')}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      {result === null || text.trim() === '' ? (
        <p className="px-4 text-13 text-pretty text-muted">{tree ? t('search.hint') : t('properties.waiting')}</p>
      ) : (
        <>
          <div className="flex shrink-0 flex-wrap items-center gap-1 px-2 pb-2">
            <p role="status" className="w-full px-2 text-13 text-muted tabular-nums">
              {result.total === 0 ? t('search.none') : t('search.count', { count: result.total })}
            </p>
            {result.total > 0 ? (
              <>
                <Button size="small" tone="quiet" onClick={() => void all().then((elements) => reveal(elements))}>
                  {t('search.selectAll')}
                </Button>
                <Button
                  size="small"
                  tone="quiet"
                  onClick={() =>
                    void all().then((elements) => viewer?.undoable(() => viewer.visibility.isolate(elements)))
                  }
                >
                  {t('search.isolateAll')}
                </Button>
              </>
            ) : null}
          </div>
          <Hits viewer={viewer} tree={tree} hits={result.hits} selected={selected} />
        </>
      )}
    </>
  )
}

/** Focuses the input when the search opens. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true })
}

function Hits({ viewer, tree, hits, selected }: SearchPanelProps & { hits: readonly SearchHit[] }) {
  const { t } = useTranslation()
  const formatClass = useClassNames()
  const reveal = useRevealInList(viewer)
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualRows({ count: hits.length, scroller, rowPixels })
  const locations = useMemo(() => tree && locateElements(tree, toElements(hits)), [tree, hits])
  return (
    <div ref={scroller} className="min-h-0 grow overflow-y-auto overscroll-contain border-t border-line">
      <ul aria-label={t('search.title')} className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const hit = hits[index]
          if (!hit) return null
          return (
            <li
              key={hit.element}
              className="absolute inset-x-0 top-0"
              style={{ height: rowPixels, transform: `translateY(${start}px)` }}
            >
              <button
                type="button"
                aria-current={selected.includes(hit.element) ? 'true' : undefined}
                title={tree ? elementClass(tree, hit.element) : undefined}
                onClick={() => reveal([hit.element])}
                onDoubleClick={() => viewer?.fitToView([hit.element])}
                className="flex size-full flex-col justify-center px-4 text-start outline-offset-[-2px] hover:bg-page aria-[current=true]:bg-accent-soft"
              >
                <MiddleEllipsis
                  className="w-full text-13"
                  name={tree ? nameElement(tree, hit.element, formatClass) : hit.text}
                />
                <span className="flex w-full gap-1 text-12 text-muted">
                  <span className="min-w-0 truncate">{explain(hit, tree, formatClass)}</span>
                  <HitLocation location={locations?.get(hit.element) ?? ''} />
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const toElements = (hits: readonly SearchHit[]): number[] => hits.map(({ element }) => element)

/** Renders where an element is. Its end stays visible: it distinguishes elements with the same name. */
function HitLocation({ location }: { readonly location: string }) {
  if (location === '') return null
  return (
    <>
      <span aria-hidden="true">·</span>
      <span className="max-w-3/5 shrink-0">
        <MiddleEllipsis name={location} />
      </span>
    </>
  )
}

/** Returns the name of an element, or its class in the language of the interface. */
export const nameElement = (tree: ModelTree, element: number, formatClass: FormatClass): string =>
  tree.name(element) || formatClass(elementClass(tree, element))

/** Describes where the text was found; for a name, the class of the element. */
function explain(
  { matched, property, text, element }: SearchHit,
  tree: ModelTree | null,
  formatClass: FormatClass,
): string {
  if (matched === 'property') return `${property ?? ''}: ${text}`
  if (matched === 'class') return formatClass(text)
  if (matched !== 'name') return text
  return tree ? formatClass(elementClass(tree, element)) : ''
}
