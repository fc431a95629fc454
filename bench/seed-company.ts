/**
 * A company of 50,000 people, 1,000 departments, 5,000 groups and a million files, written directly into the embedded database: the rows
 * that the product would create, with triggers off and their work done once at the end.
 */
import pg from 'pg';

export interface CompanySize {
  people: number;
  departments: number;
  groups: number;
}

/** `blobId` is the content that all files share. */
export async function seedCompany(databaseUrl: string, size: CompanySize, blobId: string): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl, statement_timeout: 0 });
  await database.connect();
  try {
    await seed(database, size, blobId);
  } finally {
    await database.end();
  }
}

async function seed(database: pg.Client, { people, departments, groups }: CompanySize, blobId: string): Promise<void> {
  await database.query(`set session_replication_role = replica`);
  await database.query(
    `create temporary table dept as select n, uuidv7() as id, uuidv7() as space, uuidv7() as root from generate_series(1, ${departments}) n`,
  );
  // Ten sub-departments each, which makes three to four levels.
  await database.query(
    `insert into department (id, parent_id, name, search_text, space_id) select d.id, p.id, '部门 ' || d.n, 'b' || d.n, d.space from dept d left join dept p on p.n = d.n / 10`,
  );
  await database.query(
    `create temporary table person as select n, uuidv7() as id, uuidv7() as space, uuidv7() as root from generate_series(1, ${people}) n`,
  );
  await database.query(
    `insert into user_account (id, account_name, real_name, search_text, department_id)
      select person.id, 'bench_' || person.n, '员工 ' || person.n, 'y' || person.n, dept.id from person join dept on dept.n = 1 + person.n % ${departments}`,
  );
  // Without a role nobody may do anything.
  await database.query(
    `insert into user_role (user_id, role_id) select person.id, role.id from person, role where role.built_in = 'employeeSharing'`,
  );
  await database.query(
    `create temporary table company_group as select g.n, g.id as space, g.id as root, person.id as leader
      from (select n, uuidv7() as id from generate_series(1, ${groups}) n) g join person using (n)`,
  );
  await database.query(
    `insert into space (id, kind, owner_id, root_id) select space, 1, id, root from person union all select space, 2, leader, root from company_group union all select space, 3, null, root from dept`,
  );
  await database.query(
    `insert into group_space (space_id, name, folded_name) select space, '项目组 ' || n, '项目组 ' || n from company_group`,
  );
  const instance = `insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)`;
  const blob = `'${blobId}'::uuid`;
  const bytes = `(select size from blob where id = ${blob})`;
  await database.query(
    `${instance} select root, space, null::uuid, false, '', '', 7, null::uuid, 0, id, id from person union all select root, space, null::uuid, false, '', '', 7, null::uuid, 0, leader, leader from company_group
      union all select dept.root, dept.space, null::uuid, false, '', '', 7, null::uuid, 0, maker.id, maker.id from dept, (select id from person where n = 1) maker`,
  );
  await database.query(
    `${instance} select uuidv7(), space, root, true, '文件 ' || f, '文件 ' || f, 3, ${blob}, ${bytes}, id, id from person, generate_series(1, 3) f`,
  );
  await database.query(
    `create temporary table folder as select uuidv7() as id, g.space, g.root, g.leader, g.n as group_n, f.n from company_group g, generate_series(1, 5) f(n)`,
  );
  await database.query(
    `${instance} select id, space, root, false, '资料 ' || n, '资料 ' || n, 7, null::uuid, 0, leader, leader from folder`,
  );
  // One folder of 100 files in each group, the others with 15.
  await database.query(
    `${instance} select uuidv7(), space, id, true, '合同 ' || f, '合同 ' || f, 3, ${blob}, ${bytes}, leader, leader from folder, lateral generate_series(1, case when n = 1 then 100 else 15 end) f`,
  );
  const grant = `insert into file_grant (id, instance_id, subject_kind, subject_id, role, source_kind, source_id, grantor_id)`;
  await database.query(
    `${grant} select uuidv7(), company_group.root, 'person', person.id, (array['viewer','downloader','editor','sharer','manager'])[1 + m % 5], 'group', company_group.space, leader
      from company_group, generate_series(1, 20) m join person on true where person.n = 1 + (company_group.n * 37 + m * 211) % ${people}`,
  );
  await database.query(
    `${grant} select uuidv7(), company_group.root, 'department', dept.id, 'viewer', 'group', company_group.space, leader from company_group join dept on dept.n = 1 + company_group.n % ${departments}`,
  );
  await database.query(
    `${grant} select uuidv7(), dept.root, 'department', dept.id, 'defaultRole', 'department', dept.space, maker.id from dept, (select id from person where n = 1) maker`,
  );
  // Second-level permissions: in every group one folder that somebody may not see, and one that somebody may edit.
  await database.query(
    `${grant} select uuidv7(), folder.id, 'person', person.id, case when folder.n = 4 then 'forbidden' else 'editor' end, 'group', folder.space, folder.leader
      from folder join person on person.n = 1 + (folder.group_n * 37 + folder.n * 211) % ${people} where folder.n in (4, 5)`,
  );
  // The leaders share the folder of 100 with a person and a department.
  await database.query(
    `${grant} select uuidv7(), folder.id, 'person', person.id, 'editor', 'share', folder.id, folder.leader from folder join person on person.n = 1 + (folder.group_n * 91 + 17) % ${people} where folder.n = 1`,
  );
  await database.query(
    `${grant} select uuidv7(), folder.id, 'department', dept.id, 'viewer', 'share', folder.id, folder.leader from folder join dept on dept.n = 1 + (folder.group_n + 13) % ${departments} where folder.n = 1`,
  );
  await database.query(`insert into folder_height (folder_id, height) select root, 1 from company_group`);
  await database.query(`update instance set granted = true where id in (select instance_id from file_grant)`);
  await countSeeded(database);
  await database.query('vacuum analyze');
}

/** Versions, and what triggers would have counted of folders and spaces. */
export async function countSeeded(database: pg.Client): Promise<void> {
  await database.query(
    `insert into folder_count (folder_id, folders, files)
      select f.id, count(c.id) filter (where not c.is_file), count(c.id) filter (where c.is_file)
        from instance f left join instance c on c.parent_id = f.id and c.deleted_at is null where not f.is_file group by f.id
      on conflict (folder_id) do update set folders = excluded.folders, files = excluded.files`,
  );
  await database.query(
    `insert into version (instance_id, number, blob_id, size, creator_id) select id, 1, blob_id, size, creator_id from instance where is_file on conflict do nothing`,
  );
  await database.query(
    `update space set used_bytes = used.bytes
      from (select space_id, sum(version.size) as bytes from version join instance on instance.id = instance_id group by space_id) used
      where space.id = used.space_id`,
  );
}
