"""Superset at the analysts' port, called through its REST API, as its pages call it. Prints one line of JSON."""
import json
import os
import subprocess
import sys
import tempfile
from importlib.metadata import version

port, token, *rest = sys.argv[1:]
queries = list(zip(rest[::2], rest[1::2]))
STAFF = {"username": "ada", "password": "correct horse battery staple"}
home = tempfile.TemporaryDirectory()
CONFIG = f"""
SECRET_KEY = "for this test alone"
SQLALCHEMY_DATABASE_URI = "sqlite:///{home.name}/superset.db"
WTF_CSRF_ENABLED = False
TALISMAN_ENABLED = False
"""
with open(f"{home.name}/superset_config.py", "w") as file:
    file.write(CONFIG)
os.environ["SUPERSET_HOME"] = home.name
os.environ["SUPERSET_CONFIG_PATH"] = file.name


def superset(*command):
    done = subprocess.run([f"{sys.prefix}/bin/superset", *command], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])


superset("db", "upgrade")
superset("fab", "create-admin", "--firstname", "Ada", "--lastname", "L", "--email", "ada@staff.example",
         "--username", STAFF["username"], "--password", STAFF["password"])
superset("init")

from superset.app import create_app

client = create_app().test_client()
headers = {}


def call(method, path, body=None):
    answer = client.open(f"/api/v1/{path}", method=method, json=body, headers=headers)
    if answer.status_code >= 400:
        raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.get_data(as_text=True)[:500]}")
    return answer.get_json()


def sql_lab(sql):
    asked = {"database_id": database, "sql": sql, "schema": "reporting", "queryLimit": 1000, "runAsync": False}
    return call("POST", "sqllab/execute/", asked)["data"]


def refused(sql):
    try:
        sql_lab(sql)
    except RuntimeError as error:
        return str(error)
    return "was not refused"


headers["Authorization"] = "Bearer " + call("POST", "security/login", {**STAFF, "provider": "db"})["access_token"]
database = call("POST", "database/", {
    "database_name": "Firsttouch",
    "sqlalchemy_uri": f"clickhousedb://analyst:{token}@127.0.0.1:{port}/reporting",
    "expose_in_sqllab": True,
    # Otherwise Superset itself refuses statements that write.
    "allow_dml": True,
})["id"]
dataset = call("POST", "dataset/", {"database": database, "schema": "reporting", "table_name": "campaign_days"})["id"]
total = lambda column: {"expressionType": "SIMPLE", "aggregate": "SUM", "label": column, "column": {"column_name": column}}
chart = call("POST", "chart/data", {
    "datasource": {"id": dataset, "type": "table"},
    "queries": [{"columns": ["day"], "metrics": [total("visits"), total("conversions")], "row_limit": 1000}],
})["result"][0]["data"]
print(json.dumps({
    "client": "Superset " + version("apache-superset"),
    "connects": sql_lab("SELECT version() AS v")[0]["v"],
    "schemas": call("GET", f"database/{database}/schemas/")["result"],
    # The driver lists views as tables too.
    "tables": sorted({one["value"] for one in call("GET", f"database/{database}/tables/?q=(schema_name:reporting)")["result"]}),
    "columns": [column["name"] for column in
                call("GET", f"database/{database}/table_metadata/?name=visits&schema=reporting")["columns"]],
    "sums": [sum(int(row[column]) for row in sql_lab(sql)) for sql, column in queries],
    "chart": [sum(int(row[column]) for row in chart) for column in ("visits", "conversions")],
    "prepared": sql_lab("SELECT 41 + 1 AS n")[0]["n"],
    "compressed": "by the driver's default",
    "error": refused("SELECT file('/etc/hostname')"),
    "insert": refused("INSERT INTO visits (source) VALUES ('a')"),
}))
