import { companiesRoutes } from '@kamar/contracts'
import { defineModule, done } from '../../domain/server-module.js'
import { CompanyService } from './company-service.js'

/** Company accounts, and which account pays for a project. */
export const companiesModule = defineModule({
  id: 'companies',
  routes: companiesRoutes,
  create: (context) => new CompanyService(context),
  handlers: ({ service: companies }) => ({
    listCompanies: () => companies.list(),
    createCompany: ({ actor, body }) => companies.create(actor, body),
    changeCompany: ({ actor, body, parameters }) => companies.change(actor, parameters.id, body),
    async deleteCompany({ actor, parameters }) {
      await companies.remove(actor, parameters.id)
      return done
    },
    findPaidProjects: ({ query }) => companies.findProjects(query.search ?? ''),
    changePayer: ({ actor, body, parameters }) => companies.changePayer(actor, parameters.id, body.accountId),
  }),
})
