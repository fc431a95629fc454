/** What somebody may do, in the words of specification 2 section 6; one set for groups, departments, shares and requests. */
export const levels = {
  none: 'None',
  forbidden: 'No access',
  uploader: 'Upload only',
  observer: 'List only',
  reader: 'Read only',
  defaultRole: 'Default (view only)',
  sharedPerson: 'Download, no copies',
  operator: 'Manages a parent department',
  viewOnly: 'View only',
  download: 'Download',
  edit: 'Edit',
  externalSharing: 'External sharing',
  manager: 'Manager',
} as const;
