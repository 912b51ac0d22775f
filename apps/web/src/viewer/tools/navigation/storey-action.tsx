import { Layers } from 'lucide-react'
import { notify } from '../../../platform/design/toasts-state.js'
import { findStorey, isSpace } from '../../kit/selection/element-kind.js'
import { SelectionAction } from '../../kit/selection/selection-action.js'
import type { Context } from '../../kit/tool.js'
import type { Session } from '../../session/session.js'
import type { NavigationControl } from './use-navigation.js'

/** Returns the storey whose plan shows the selection: of a room, or the storey itself; null for other elements. */
export function findPlanStorey({ state, tree }: Pick<Session, 'state' | 'tree'>): number | null {
  const [element, ...others] = state.selected
  if (!tree || element === undefined || others.length > 0) return null
  const storey = findStorey(tree, element)
  return storey === element || isSpace(tree, element) ? storey : null
}

/** Renders the action that shows the plan of the selected room's storey. */
export function StoreyAction({ control, session, t }: Context<NavigationControl>) {
  const show = async (): Promise<void> => {
    const storey = findPlanStorey(session)
    const hasPlan = await control.showStorey(storey)
    if (!hasPlan) notify(t('navigate.noPlan'))
  }
  return (
    <SelectionAction
      icon={Layers}
      label={t('navigate.planOfStorey')}
      shortLabel={t('navigate.plan')}
      onClick={() => void show().catch(() => notify(t('errors.unexpected'), { tone: 'problem' }))}
    />
  )
}
