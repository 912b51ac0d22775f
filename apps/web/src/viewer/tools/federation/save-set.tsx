import { collaborationLimits, type ModelSetForm } from '@kamar/contracts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { api } from '../../../platform/api/api.js'
import { Button } from '../../../platform/design/button.js'
import { CopyButton } from '../../../platform/design/copy-button.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { compactInputClass } from '../../../platform/design/fields/text-field.js'
import { modelSetPath, useModelSetCalls } from '../../../platform/model-sets/use-model-sets.js'
import { useAsyncAction } from '../../../platform/use-async-action.js'
import { readReference } from '../../session/models/model-sources.js'
import type { Federation } from './use-federation.js'

interface SaveSetProps {
  readonly federation: Federation
  /** Project of the open model. */
  readonly projectId: string | null
}

/** Saves the models of the view as a set, or the changes of the open set. */
export function SaveSet({ federation, projectId }: SaveSetProps) {
  const { t } = useTranslation()
  const { set } = federation
  const [, setSearch] = useSearchParams()
  const [name, setName] = useState(set?.name ?? '')
  const [projectChoice, setProjectChoice] = useState<string | null>(null)
  const { busy, begin } = useAsyncAction()
  const calls = useModelSetCalls()
  const projects = useWritableProjects()
  const project = projectChoice ?? (projects.some(({ id }) => id === projectId) ? projectId : projects[0]?.id) ?? null
  const mayChange = set !== null && (set.role === 'owner' || set.role === 'editor')
  const members = toMembers(federation)
  const save = async (): Promise<void> => {
    const form = { name: name.trim() || t('together.set'), members }
    if (set && mayChange) await calls.change(set, form)
    else if (project !== null) {
      const created = await calls.create(project, form)
      setSearch({ set: created.id }, { replace: true })
    }
    notify(t('together.saved'))
  }
  if (members.length < 2) return null
  return (
    <form
      className="min-w-0 grow space-y-2"
      onSubmit={(event) => {
        event.preventDefault()
        begin(save)
      }}
    >
      {mayChange ? null : <ProjectChoice projects={projects} value={project} onChoose={setProjectChoice} />}
      <div className="flex flex-wrap items-center gap-1.5">
        <input
          aria-label={t('together.setName')}
          placeholder={t('together.setName')}
          maxLength={collaborationLimits.viewNameCharacters}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          className={`${compactInputClass} min-w-0 basis-28 grow`}
        />
        {set ? <CopyButton label={t('together.copyAddress')} text={location.origin + modelSetPath(set.id)} /> : null}
        <Button
          type="submit"
          size="small"
          tone="primary"
          className="grow"
          busy={busy}
          disabled={busy || (!mayChange && project === null)}
        >
          {t(mayChange ? 'together.saveChanges' : 'together.save')}
        </Button>
      </div>
    </form>
  )
}

interface ProjectChoiceProps {
  readonly projects: ReturnType<typeof useWritableProjects>
  readonly value: string | null
  readonly onChoose: (id: string) => void
}

/** Renders the choice of a project. Members of the project can see the set; a personal set is private. */
function ProjectChoice({ projects, value, onChoose }: ProjectChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  if (projects.length < 2) return null
  return (
    <div>
      <label htmlFor={id} className="block text-12 text-muted">
        {t('together.project')}
      </label>
      <select
        id={id}
        value={value ?? ''}
        onChange={(event) => onChoose(event.currentTarget.value)}
        className={`${compactInputClass} mt-1`}
      >
        {projects.map((project) => (
          <option key={project.id} value={project.id}>
            {project.personal ? t('together.personal') : project.name}
          </option>
        ))}
      </select>
    </div>
  )
}

function useWritableProjects() {
  const { data } = useQuery({
    queryKey: ['projects'],
    queryFn: ({ signal }) => api.call('listProjects', undefined, { signal }),
  })
  return (data ?? []).filter(({ role }) => role === 'owner' || role === 'editor')
}

/** Returns the files of the view; an example belongs to no file and is omitted. */
function toMembers({ members }: Federation): ModelSetForm['members'] {
  return members.flatMap(({ reference, placement, method, off, ghosted }) => {
    const { fileId, fixedVersion } = readReference(reference) ?? {}
    if (!fileId) return []
    const { x, y, z, rotationDegrees } = placement
    const pivot: [number, number, number] = [...placement.pivot]
    const fixed = fixedVersion === undefined ? {} : { fixedVersion }
    return [{ fileId, ...fixed, placement: { x, y, z, rotationDegrees, pivot }, method, off, ghosted }]
  })
}
