import {
  type AccessEffects,
  ApiError,
  type FolderPermissions,
  type FolderRecord,
  type FolderRule,
  type OpenedFolder,
  type ProjectPeople,
  type ProjectRecord,
} from '@kamar/contracts'
import { skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/api.js'
import { collaborationKeys as keys } from '../collaboration/collaboration-keys.js'
import { ContentDialog, FormButtons } from '../design/dialog.js'
import { Choice } from '../design/fields/choice.js'
import { FormError } from '../design/fields/form-error.js'
import { notify } from '../design/toasts-state.js'
import { useAsyncAction } from '../use-async-action.js'
import { AccessEffectsList } from './access-effects.js'
import { FolderRules, type RuleSubject } from './folder-rules.js'
import { QueryPending } from './query-pending.js'
import {
  useProjectName,
  type FolderCalls,
  useFolderCalls,
  useFolderPermissions,
  useOpenedFolder,
  useProjects,
} from './use-folders.js'

interface PermissionsDialogProps {
  readonly folder: FolderRecord
  readonly onClose: () => void
}

/** Renders who has access to a folder: whoever has access to its parent, or the people of its own rules. */
export function PermissionsDialog({ folder, onClose }: PermissionsDialogProps) {
  const { t } = useTranslation()
  const permissions = useFolderPermissions(folder.id)
  const subjects = useProjectSubjects(folder.projectId)
  const projects = useProjects()
  const openedFolder = useOpenedFolder(folder.id)
  const parentName = useParentName(folder, openedFolder.data, projects.data)
  const queries = [permissions, subjects, projects, openedFolder]
  // Changes of cached permissions would be based on an old revision, and be refused.
  const isLoaded = permissions.isFetchedAfterMount && queries.every(({ data }) => data !== undefined)
  return (
    <ContentDialog title={t('folders.permissions.title', { folder: folder.name })} width="narrow" onClose={onClose}>
      {isLoaded && permissions.data ? (
        <PermissionsForm
          initial={permissions.data}
          subjects={subjects.data ?? []}
          {...{ folder, onClose, parentName }}
        />
      ) : (
        <QueryPending query={queries.find(({ error }) => error !== null) ?? permissions} message={failedMessage} />
      )}
    </ContentDialog>
  )
}

const failedMessage = 'folders.permissions.failed'

/**
 * Loads the members and groups of a project; none for an account without a role in the project, which may not list them.
 */
const useProjectSubjects = (projectId: string) =>
  useQuery({
    queryKey: [...keys.projectMembers(projectId), 'subjects'],
    queryFn: async ({ signal }): Promise<readonly RuleSubject[]> => {
      try {
        return toSubjects(await api.call('projectPeople', { parameters: { projectId } }, { signal }))
      } catch (error) {
        if (error instanceof ApiError && error.status === 403) return []
        throw error
      }
    },
  })

const toSubjects = ({ groups, members }: ProjectPeople): readonly RuleSubject[] => [
  ...members.map(({ id, name, role }) => ({ kind: 'account' as const, id, name, role })),
  ...groups.map(({ id, kind, name, role }) => ({ kind, id, name, role })),
]

/** Returns the name of the folder above, or of the project at its top. */
function useParentName(
  { projectId }: FolderRecord,
  openedFolder: OpenedFolder | undefined,
  projects: readonly ProjectRecord[] | undefined,
): string {
  const getProjectName = useProjectName()
  const parent = openedFolder?.path.at(-1)
  if (parent && parent.id !== projectId) return parent.name
  const project = projects?.find(({ id }) => id === projectId)
  return project ? getProjectName(project) : ''
}

interface PermissionsFormProps extends PermissionsDialogProps {
  readonly initial: FolderPermissions
  readonly subjects: readonly RuleSubject[]
  readonly parentName: string
}

function PermissionsForm({ folder, initial: loaded, onClose, parentName, subjects }: PermissionsFormProps) {
  const { t } = useTranslation()
  const calls = useFolderCalls()
  // Later permissions of the server would replace what the user has changed.
  const [initial] = useState(loaded)
  const hadOwn = initial.from.id === folder.id
  const [isOwn, setIsOwn] = useState(hadOwn)
  const [rules, setRules] = useState(() => listInitialRules(folder, initial, subjects))
  const { busy, error, begin } = useAsyncAction({ inPlace: true })
  const changed = { id: folder.id, revision: initial.revision }
  const newRules = isOwn ? rules : null
  const isChanged = isOwn !== hadOwn || (isOwn && !hasSameRules(rules, initial.rules))
  const plan = usePermissionsPlan(calls, changed, isChanged ? newRules : undefined)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    begin(async () => {
      await calls.setPermissions(changed, newRules)
      onClose()
      notify(t('folders.permissions.changed'))
    })
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <Choice
        legend={t('folders.permissions.mode')}
        value={isOwn ? 'own' : 'inherited'}
        choices={[
          { value: 'inherited', label: t('folders.permissions.inherited', { parent: parentName }) },
          { value: 'own', label: t('folders.permissions.own') },
        ]}
        onChoose={(mode) => setIsOwn(mode === 'own')}
      />
      {isOwn ? (
        <FolderRules owners={listProjectOwners(initial, subjects)} onChange={setRules} {...{ rules, subjects }} />
      ) : null}
      <AccessEffectsList plan={plan} />
      <FormError text={error} />
      <FormButtons confirm={t('folders.permissions.save')} busy={busy} canSubmit={plan.isSuccess} onCancel={onClose} />
    </form>
  )
}

type Rules = readonly FolderRule[] | null

/** Loads who would gain and lose access by new rules, unless nothing changes; an earlier result is ignored. */
function usePermissionsPlan(
  calls: FolderCalls,
  folder: Pick<FolderRecord, 'id' | 'revision'>,
  rules: Rules | undefined,
): UseQueryResult<AccessEffects> {
  return useQuery({
    // In an object: as an item of a key, undefined would be the same as null, the rules of the parent.
    queryKey: ['access-effects', 'permissions', folder, { rules }],
    queryFn: rules === undefined ? skipToken : () => calls.planPermissions(folder, rules),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Lists the first rules of a folder: its own, those that it inherits, or a rule for each member and group. */
function listInitialRules(
  { projectId }: FolderRecord,
  { from, rules }: FolderPermissions,
  subjects: readonly RuleSubject[],
): readonly FolderRule[] {
  if (from.id !== projectId) return rules
  return subjects.flatMap(({ role, ...subject }) =>
    role === 'owner' || role === 'folder' ? [] : [{ ...subject, role }],
  )
}

const hasSameRules = (rules: readonly FolderRule[], others: readonly FolderRule[]): boolean => {
  const roles = new Map(others.map(({ id, role }) => [id, role]))
  return rules.length === others.length && rules.every(({ id, role }) => roles.get(id) === role)
}

/** Lists the owners of the project: without a list of members, the owners of the folder without a rule. */
function listProjectOwners(permissions: FolderPermissions, subjects: readonly RuleSubject[]): readonly RuleSubject[] {
  if (subjects.length > 0) return subjects.filter(({ role }) => role === 'owner')
  return permissions.people
    .filter(({ id, role }) => role === 'owner' && permissions.rules.every((rule) => rule.id !== id))
    .map((account) => ({ kind: 'account', ...account }))
}
