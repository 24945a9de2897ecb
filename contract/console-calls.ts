import { api } from './calls.ts';

// Method and address of the console's calls, apart from the others, so that readers do not load them.

export const listManagedCustomers = { method: 'GET', url: `${api}/manage/customers` } as const;
export const saveCustomers = { method: 'POST', url: `${api}/manage/customers/save` } as const;
export const deleteCustomer = { method: 'POST', url: `${api}/manage/customers/delete` } as const;
export const listManagedDocuments = { method: 'GET', url: `${api}/manage/documents` } as const;
export const narrowDocuments = { method: 'GET', url: `${api}/manage/documents/narrowed` } as const;
export const saveDocuments = { method: 'POST', url: `${api}/manage/documents/save` } as const;
export const deleteDocuments = { method: 'POST', url: `${api}/manage/documents/delete` } as const;
export const deleteManyDocuments = {
  method: 'POST',
  url: `${api}/manage/documents/delete-many`,
} as const;
export const countDeletion = {
  method: 'POST',
  url: `${api}/manage/documents/delete-many/count`,
} as const;
export const findDocuments = { method: 'POST', url: `${api}/manage/documents/find` } as const;
export const uploadFile = { method: 'PUT', url: `${api}/manage/documents/:id/file` } as const;
export const undoChange = { method: 'POST', url: `${api}/manage/undo` } as const;
export const listChanges = { method: 'GET', url: `${api}/manage/changes` } as const;
export const importCatalogue = { method: 'POST', url: `${api}/manage/import` } as const;
export const listImportJobs = { method: 'GET', url: `${api}/manage/import/jobs` } as const;
export const readImportJob = { method: 'GET', url: `${api}/manage/import/job` } as const;
export const cancelImport = { method: 'POST', url: `${api}/manage/import/cancel` } as const;
export const exportCatalogue = { method: 'GET', url: `${api}/manage/export` } as const;
export const listFiles = { method: 'GET', url: `${api}/manage/files` } as const;
export const narrowFiles = { method: 'GET', url: `${api}/manage/files/narrowed` } as const;
export const readPicture = { method: 'GET', url: `${api}/manage/files/:id/picture` } as const;
export const readNames = { method: 'POST', url: `${api}/manage/files/names` } as const;
export const setAsideFiles = { method: 'POST', url: `${api}/manage/files/set-aside` } as const;
export const renameFiles = { method: 'POST', url: `${api}/manage/files/rename` } as const;
export const scanNow = { method: 'POST', url: `${api}/manage/scan` } as const;
export const listAudit = { method: 'GET', url: `${api}/manage/audit` } as const;
export const listHistory = { method: 'GET', url: `${api}/manage/history` } as const;
export const exportAudit = { method: 'GET', url: `${api}/manage/audit/export` } as const;
export const listMissedSearches = { method: 'GET', url: `${api}/manage/missed-searches` } as const;
export const sayRevision = { method: 'POST', url: `${api}/manage/standards/revision` } as const;
export const saveNotice = { method: 'POST', url: `${api}/manage/standards/notice` } as const;
export const setRevisionOrder = { method: 'POST', url: `${api}/manage/standards/order` } as const;
export const placeRevision = { method: 'POST', url: `${api}/manage/standards/place` } as const;
export const listMissingReferences = {
  method: 'GET',
  url: `${api}/manage/references/missing`,
} as const;
export const listCaseRules = { method: 'GET', url: `${api}/manage/case-rules` } as const;
export const saveCaseRule = { method: 'POST', url: `${api}/manage/case-rules` } as const;
export const listCalendars = { method: 'GET', url: `${api}/manage/calendars` } as const;
export const saveCalendar = { method: 'POST', url: `${api}/manage/calendars` } as const;
