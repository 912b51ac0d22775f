import type { PropertySet } from '@kamar/core'
import type { ParseKeys } from 'i18next'
import { ChevronUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MiddleEllipsis } from '../../../platform/design/middle-ellipsis.js'
import { currentLanguage } from '../../../platform/i18n/index.js'
import { isSpace } from '../../kit/selection/element-kind.js'
import { findMainQuantity } from '../../kit/selection/main-quantity.js'
import { numberText } from '../../kit/property-value.js'
import { Slot } from '../../kit/slot.js'
import { useViews } from '../../kit/tools-context.js'
import { type Session, useViewerSession } from '../../session/session.js'
import { nameEntity } from '../../session/sheets/name-entity.js'
import { elementName } from '../../session/use-tree.js'

/** Decimal places of the quantity in the bar; the properties have all of them. */
const quantityDecimals = 2

/** What the bar says about the selection. */
interface SelectionText {
  readonly name: string
  readonly quantity: string | null
}

/** Renders the selection in one line on a phone: its name, its main quantity and what can be done with it. */
export function PhoneSelectionBar() {
  const { t } = useTranslation()
  const { layout } = useViewerSession()
  const text = useSelectionText()
  const [inspector] = useViews('inspector').filter(({ view }) => view.isInPhoneBar)
  if (!text) return null
  return (
    <section
      aria-label={t('reveal.selection')}
      className="mx-2 mb-2 flex h-13 items-center rounded-card border border-line bg-surface pe-1 shadow-float"
    >
      {layout.isLowered ? (
        <button
          type="button"
          aria-label={t('reveal.raise')}
          onClick={layout.raiseSheet}
          className="flex h-full w-11 shrink-0 items-center justify-center text-muted"
        >
          <ChevronUp size={20} />
        </button>
      ) : null}
      <button
        type="button"
        onClick={() => (inspector ? layout.open(inspector.view.id) : undefined)}
        className="flex h-full min-w-0 grow flex-col justify-center ps-3 text-start"
      >
        <MiddleEllipsis name={text.name} className="w-full text-14" />
        <span className="w-full truncate text-12 text-muted tabular-nums">
          {text.quantity ?? (inspector && 'title' in inspector.view ? t(inspector.view.title as ParseKeys) : '')}
        </span>
      </button>
      <Slot name="in:selection" />
    </section>
  )
}

/** Renders the selected room on wide screens, with what can be done with it. */
export function SpaceBar() {
  const { t } = useTranslation()
  const { state, tree } = useViewerSession()
  const text = useSelectionText()
  const [element, ...others] = state.selected
  if (!text || !tree || element === undefined || others.length > 0 || !isSpace(tree, element)) return null
  return (
    <section
      aria-label={t('reveal.selection')}
      className="pointer-events-auto flex max-w-full min-w-0 items-center gap-1 rounded-card border border-line bg-surface py-1 ps-4 pe-1 shadow-float"
    >
      <p className="min-w-0 truncate pe-3 text-14">
        <span className="font-medium">{text.name}</span>
        {text.quantity === null ? null : <span className="text-muted tabular-nums"> · {text.quantity}</span>}
      </p>
      <Slot name="in:selection" />
    </section>
  )
}

/** Provides the name and the main quantity of the selection; null without one. */
export function useSelectionText(): SelectionText | null {
  const { t } = useTranslation()
  const { drawing, shownSheet, state, tree, viewer } = useViewerSession()
  const [element, ...others] = drawing.isShown ? [] : state.selected
  const only = others.length === 0 ? (element ?? null) : null
  const sets = usePropertySets(viewer, only)
  if (drawing.isShown) return shownSheet.selected && { name: nameEntity(shownSheet.selected), quantity: null }
  if (!tree || element === undefined) return null
  if (only === null) return { name: t('properties.several', { count: state.selected.length }), quantity: null }
  const quantity = findMainQuantity(sets)
  return {
    name: findTitle(elementName(tree, only), sets),
    quantity:
      quantity === null
        ? null
        : `${numberText(roundTo(Number(quantity.value), quantityDecimals), currentLanguage())} ${quantity.unit ?? ''}`,
  }
}

/** Returns the name of an element with its long name, as `A103 Kitchen`. */
function findTitle(name: string, sets: readonly PropertySet[]): string {
  const longName = sets
    .flatMap(({ properties }) => properties)
    .find((property) => /^long ?name$/i.test(property.name))?.value
  return typeof longName === 'string' && longName !== '' && !name.includes(longName) ? `${name} ${longName}` : name
}

const roundTo = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals

/** Loads the property sets of the only selected element; empty until then. */
function usePropertySets(viewer: Session['viewer'], element: number | null): readonly PropertySet[] {
  const [loaded, setLoaded] = useState<{ readonly element: number; readonly sets: readonly PropertySet[] } | null>(null)
  useEffect(() => {
    if (!viewer || element === null) return undefined
    let isCurrent = true
    viewer.properties.of(element).then(
      (sets) => (isCurrent ? setLoaded({ element, sets }) : undefined),
      // The bar has no quantity then; the properties say why.
      () => null,
    )
    return () => {
      isCurrent = false
    }
  }, [viewer, element])
  return loaded !== null && loaded.element === element ? loaded.sets : []
}
