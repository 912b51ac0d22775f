import type { FileRecord, ModelSet } from '@kamar/contracts'
import type { ModelMember, ModelsExtension, ModelSource, Viewer } from '@kamar/viewer'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../shared/design/toasts-state.js'
import { errorMessage } from '../../../shared/errors/error-message.js'
import { createObservable, useObservable } from '../../../shared/observable.js'
import { useExtension } from '../../kit/use-extension.js'
import {
  readReference,
  createModelSource,
  createFileSource,
  createSetSources,
} from '../../session/models/model-sources.js'
import { modelEngines } from '../../session/models/open-saved-models.js'

/** Models of the view, as controlled by their panel. */
export interface Federation {
  readonly engine: ModelsExtension | null
  /** The open model alone until another one is added. */
  readonly members: readonly ModelMember[]
  readonly farApart: ModelsExtension['farApart']
  /** Whether elements are numbered across several models. */
  readonly isJoined: boolean
  /** The model set that the address names. */
  readonly set: ModelSet | null
  readonly add: (file: FileRecord) => void
  /** Shows another version of a model, or always the newest. */
  readonly showVersion: (key: string, version: { readonly urn: string; readonly fixedVersion?: number }) => void
  /** Removes all other models and keeps this one's placement; the others can be added again. */
  readonly showAlone: (key: string) => void
  /** Runs an action with the engine, which is loaded on demand; reports failures. */
  readonly run: (action: (engine: ModelsExtension) => unknown) => void
}

interface FederationOptions {
  readonly viewer: Viewer | null
  readonly urn: string | null
  readonly fileId: string | null
  readonly name: string | null
  /** Whether the open model is loaded, so that others can be added. */
  readonly isLoaded: boolean
  readonly set: ModelSet | null
  /** Models that the address opens in addition to the first; null until known. */
  readonly companions: readonly ModelSource[] | null
}

const emptyState = { members: [], farApart: [], isJoined: false } as const

export function useFederation({ viewer, urn, fileId, name, isLoaded, set, companions }: FederationOptions): Federation {
  const { t } = useTranslation()
  const { engine } = useExtension<ModelsExtension>(viewer, 'kamar.models')
  const state = useObservable(useMemo(() => observe(engine), [engine]))
  const base = useMemo(
    () => (urn && isLoaded ? createModelSource(name ?? urn, { fileId, urn }) : null),
    [urn, fileId, name, isLoaded],
  )
  const loadEngine = useCallback(async (): Promise<ModelsExtension | null> => {
    if (!viewer || !base) return null
    const models = (await viewer.loadExtension('kamar.models')) as ModelsExtension
    models.begin(base)
    return models
  }, [viewer, base])
  useEffect(() => {
    if (viewer) modelEngines.set(viewer, loadEngine)
  }, [viewer, loadEngine])
  const run = (action: (models: ModelsExtension) => unknown): void => {
    loadEngine()
      .then((models) => models && action(models))
      .catch((error: unknown) => notify(errorMessage(error) || t('errors.unexpected'), { tone: 'problem' }))
  }
  useOpenSet(set, base, run)
  useOpenCompanions({ companions, base, viewer, run })
  return {
    engine,
    set,
    ...state,
    run,
    add: (file) =>
      run(async (models) => {
        if (models.members.some(({ key }) => key === file.id)) return
        await models.add(createFileSource(file))
        viewer?.fitToView()
      }),
    showAlone: (key) => run((models) => models.setModels(models.members.filter((one) => one.key === key).map(asItIs))),
    showVersion: (key, version) => run((models) => models.setModels(models.members.map(withVersion(key, version)))),
  }
}

/** Returns the same models, one of them in another version with its placement unchanged. */
const withVersion =
  (key: string, version: { readonly urn: string; readonly fixedVersion?: number }) =>
  (member: ModelMember): ModelSource => {
    const reference = readReference(member.memo) ?? { fileId: null, urn: member.key }
    const { placement, method, off, ghosted } = member
    const next = member.key === key ? { fileId: reference.fileId, ...version } : reference
    return { ...createModelSource(member.label, next), key: member.key, placement, method, off, ghosted }
  }

/** Converts a member to the source that reopens it unchanged. */
const asItIs = (member: ModelMember): ModelSource => withVersion('', { urn: '' })(member)

/** Opens the set that the address names, once per navigation, as soon as its first model is loaded. */
function useOpenSet(set: ModelSet | null, base: ModelSource | null, run: Federation['run']): void {
  const lastOpened = useRef('')
  const begin = useRef(run)
  useEffect(() => {
    begin.current = run
  })
  useEffect(() => {
    if (!set) lastOpened.current = ''
    if (!set || !base || lastOpened.current === set.id) return
    const sources = createSetSources(set)
    if (!sources.some(({ key }) => key === base.key)) return
    lastOpened.current = set.id
    begin.current((models) => models.setModels(sources))
  }, [set, base])
}

interface OpenCompanionsOptions extends Pick<FederationOptions, 'companions' | 'viewer'> {
  readonly base: ModelSource | null
  readonly run: Federation['run']
}

/** Opens the companions once per first model, which is the reference for their alignment. */
function useOpenCompanions({ companions, base, viewer, run }: OpenCompanionsOptions): void {
  const lastOpened = useRef('')
  const begin = useRef(run)
  useEffect(() => {
    begin.current = run
  })
  useEffect(() => {
    // Until its file is known, the first model has a temporary key.
    const isNamed = (readReference(base?.memo)?.fileId ?? null) !== null
    if (!companions?.length || !base || !isNamed || lastOpened.current === base.key) return
    lastOpened.current = base.key
    begin.current(async (models) => {
      await models.setModels([base, ...companions.filter(({ key }) => key !== base.key)])
      viewer?.fitToView()
    })
  }, [companions, base, viewer])
}

function observe(engine: ModelsExtension | null) {
  const read = (): Pick<Federation, 'members' | 'farApart' | 'isJoined'> =>
    engine ? { members: engine.members, farApart: engine.farApart, isJoined: engine.isJoined } : emptyState
  const state = createObservable(read())
  engine?.on('changed', () => state.set(read))
  return state
}
