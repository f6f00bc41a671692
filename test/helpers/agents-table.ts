// A letting agent's spreadsheet: titles, mixed case, days first, an extra column, and an invalid row.
export const AGENTS_TABLE = `Address,Kind of Property,EPC band,Kind of letting,Present letting dates from
"+1 Mill Lane, Leeds",Home,D,assured tenancy,01/09/2025
"2 Mill Lane, Leeds",HOME,f,Assured tenancy,17/11/2025
"3 Mill Lane, Leeds",home,G,ASSURED TENANCY,13/02/2024
"4 High Street, York",Other building,E,Lease,05/06/2021
"5 High Street, York",castle,E,Lease,05/06/2021
`;
