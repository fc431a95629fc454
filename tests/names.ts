/** Another name of this machine. A browser treats it like a company's server that has no certificate: its pages are not secure contexts. */
export const plainHost = 'drive.example';
