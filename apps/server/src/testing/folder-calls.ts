import type {
  AccessEffects,
  FileRecord,
  FolderDeletion,
  FolderPermissions,
  FolderRecord,
  FolderRule,
  MoveForm,
  OpenedFolder,
  ProjectRecord,
  UploadResult,
} from '@kamar/contracts'
import type { LightMyRequestResponse } from 'fastify'
import { bearer, fileForm, type TestServer, type TestUser } from './test-server.js'

type Rules = readonly Pick<FolderRule, 'id' | 'role'>[] | null

/** Calls about folders, as their users make them. */
export class FolderCalls {
  readonly #server: TestServer

  constructor(server: TestServer) {
    this.#server = server
  }

  request(
    by: TestUser,
    method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT',
    url: string,
    payload?: object,
  ): Promise<LightMyRequestResponse> {
    return this.#server.inject({ method, url, headers: bearer(by), ...(payload ? { payload } : {}) })
  }

  /** Makes a request that has to succeed. */
  async call<Value>(...parameters: Parameters<FolderCalls['request']>): Promise<Value> {
    const response = await this.request(...parameters)
    if (response.statusCode !== 200)
      throw new Error(`${parameters[1]} ${parameters[2]} answered ${response.statusCode} ${response.body}`)
    return response.json<Value>()
  }

  /** Creates a project and makes these users members of it. */
  async createProject(
    owner: TestUser,
    members: readonly { readonly user: TestUser; readonly role: string }[] = [],
  ): Promise<ProjectRecord> {
    const project = await this.call<ProjectRecord>(owner, 'POST', '/api/projects', { name: 'Tower' })
    for (const { role, user } of members)
      await this.#server.pool.query('insert into membership (project_id, account_id, role) values ($1, $2, $3)', [
        project.id,
        user.id,
        role,
      ])
    return project
  }

  create(by: TestUser, projectId: string, name: string, parentId?: string): Promise<FolderRecord> {
    const form = parentId === undefined ? { name } : { name, parentId }
    return this.call(by, 'POST', `/api/projects/${projectId}/folders`, form)
  }

  tree(by: TestUser, projectId: string): Promise<FolderRecord[]> {
    return this.call(by, 'GET', `/api/projects/${projectId}/folders`)
  }

  open(by: TestUser, id: string): Promise<OpenedFolder> {
    return this.call(by, 'GET', `/api/folders/${id}`)
  }

  /** Sets the rules of a folder, based on its current revision. */
  async permit(by: TestUser, id: string, rules: Rules): Promise<FolderPermissions> {
    const { folder } = await this.open(by, id)
    return this.call(by, 'PUT', `/api/folders/${id}/permissions`, { revision: folder.revision, rules })
  }

  async planPermissions(by: TestUser, id: string, rules: Rules): Promise<AccessEffects> {
    const { folder } = await this.open(by, id)
    return this.call(by, 'POST', `/api/folders/${id}/permissions/plan`, { revision: folder.revision, rules })
  }

  move(by: TestUser, targetId: string, form: Partial<MoveForm>): Promise<LightMyRequestResponse> {
    return this.request(by, 'POST', `/api/folders/${targetId}/moves`, form)
  }

  /** Moves a folder to the bin, based on its current revision. */
  async remove(by: TestUser, id: string): Promise<FolderDeletion> {
    const { folder } = await this.open(by, id)
    return this.call(by, 'DELETE', `/api/folders/${id}?revision=${folder.revision}`)
  }

  async upload(by: TestUser, folderId: string, fileName: string): Promise<FileRecord> {
    const response = await this.requestUpload(by, folderId, fileName)
    if (response.statusCode !== 200) throw new Error(`upload answered ${response.statusCode} ${response.body}`)
    return response.json<UploadResult>().file
  }

  requestUpload(by: TestUser, folderId: string, fileName: string): Promise<LightMyRequestResponse> {
    const content = `solid ${fileName} ${folderId}\nendsolid\n`
    return this.#server.inject({
      method: 'POST',
      url: '/api/auth/upload',
      ...fileForm(by, fileName, content, { folderId }),
    })
  }

  /** Lists the names of the files of a folder. */
  async fileNames(by: TestUser, folderId: string, query = ''): Promise<string[]> {
    const files = await this.call<FileRecord[]>(by, 'GET', `/api/auth/my-urns?folder=${folderId}&sort=name${query}`)
    return files.map(({ description }) => description)
  }
}
