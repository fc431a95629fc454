/** Another name of this machine. A browser treats it like a company's server that has no certificate: its pages are not secure contexts. */
export const plainHost = 'drive.example';
/** Where the pages of a test's sign-in provider fetch a font. They wait for it, and the tests reach no host but this machine. */
export const fontHost = 'fonts.googleapis.com';
