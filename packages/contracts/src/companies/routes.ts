import { z } from 'zod'
import { Done, Identifier } from '../api/fields.js'
import { route } from '../api/route.js'
import { CompanyChange, CompanyForm, CompanyRecord, PaidProject } from './shapes.js'

/** JSON routes. */
export const companiesRoutes = {
  listCompanies: route({
    method: 'GET',
    path: '/api/admin/companies',
    summary: 'Company accounts with the projects that they pay for, by name',
    access: 'admin',
    response: z.array(CompanyRecord),
  }),
  createCompany: route({
    method: 'POST',
    path: '/api/admin/companies',
    summary: 'Create an account that pays for projects and that nobody signs in to',
    access: 'admin',
    body: CompanyForm,
    response: CompanyRecord,
  }),
  changeCompany: route({
    method: 'PATCH',
    path: '/api/admin/companies/:id',
    summary: 'Change name or quota of a company account',
    access: 'admin',
    parameters: Identifier,
    body: CompanyChange,
    response: CompanyRecord,
  }),
  deleteCompany: route({
    method: 'DELETE',
    path: '/api/admin/companies/:id',
    summary: 'Delete a company account that pays for no project',
    access: 'admin',
    parameters: Identifier,
    response: Done,
  }),
  findPaidProjects: route({
    method: 'GET',
    path: '/api/admin/projects',
    summary: 'Shared projects whose name contains a text, by name: at most twenty',
    access: 'admin',
    query: z.strictObject({ search: z.string().max(200).optional() }),
    response: z.array(PaidProject),
  }),
  changePayer: route({
    method: 'PUT',
    path: '/api/admin/projects/:id/payer',
    summary: 'Make another account pay for a project; a person becomes an owner, who paid before stays one',
    access: 'admin',
    parameters: Identifier,
    body: z.strictObject({ accountId: z.uuid() }),
    response: PaidProject,
  }),
} as const
